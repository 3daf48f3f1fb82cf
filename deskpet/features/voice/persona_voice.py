"""The voice of a persona: that of the settings, with what the persona has of its own."""

from deskpet.config.settings import VoiceSettings
from deskpet.personas.persona import Persona


def persona_voice(settings: VoiceSettings, persona: Persona | None) -> VoiceSettings:
    """Return the settings with the persona's own voice, speed and volume, where it has them."""
    if persona is None:
        return settings
    own = {"voice": persona.voice or None, "speed": persona.voice_speed, "volume": persona.voice_volume}
    return settings.model_copy(update={name: value for name, value in own.items() if value is not None})
