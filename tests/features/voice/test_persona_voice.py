from deskpet.config.settings import VoiceSettings
from deskpet.features.voice.synthesis.engine import persona_voice
from deskpet.personas.persona import Persona

SETTINGS = VoiceSettings(voice="alloy", speed=1.5, volume=60)


def test_the_voice_of_a_persona_comes_before_that_of_the_settings():
    own = persona_voice(SETTINGS, Persona("Aria", voice="nova", voice_speed=0.8, voice_volume=0))
    assert (own.voice, own.speed, own.volume) == ("nova", 0.8, 0)


def test_what_a_persona_has_not_is_that_of_the_settings():
    assert persona_voice(SETTINGS, None) == persona_voice(SETTINGS, Persona("Aria")) == SETTINGS
    assert persona_voice(SETTINGS, Persona("Aria", voice_speed=2.0)).voice == "alloy"
