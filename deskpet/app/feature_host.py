"""Make the ports of the host of the parts of the program. `deskpet.features.host` says what each is for."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, SignalInstance
from PySide6.QtWidgets import QWidget

from deskpet.app.approval_controller import ApprovalController
from deskpet.app.model_switch import ConversationModel, ModelSwitch
from deskpet.app.program_notices import ProgramNotices
from deskpet.app.session_controller import SessionController
from deskpet.app.session_persistence import SessionPersistence
from deskpet.app.settings_controller import SettingsController
from deskpet.app.settings_store import SettingsStore
from deskpet.app.stage_controller import StageController
from deskpet.app.tool_list import TOOLS
from deskpet.app.turn_controller import TurnController
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.conversation import Conversation
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingKey, with_values
from deskpet.features import host
from deskpet.features.host.windows import ChatStandIn
from deskpet.listeners import End
from deskpet.pet.attention import Attention
from deskpet.pet.turn_reactions import REACTED, react
from deskpet.ui.blocks import ToolLook
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.signals import end_all, listen, listen_to_all
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look
    from deskpet.ui.platform.user_presence import UserPresence


def settings_port(store: SettingsStore, now: Callable[[], Settings] | None = None) -> host.SettingsPort:
    """now: returns the settings in use, with the endpoint that answers; by default those of the store."""

    def change(values: Callable[[Settings], Mapping[SettingKey, Any]]) -> None:
        saved = store.current
        store.apply(with_values(saved, values(saved)))

    return host.SettingsPort(
        now=now or (lambda: store.effective),
        change=change,
        listen=store.listen,
        are_default=lambda: store.error is None and store.current == Settings(),
        is_offline=store.is_offline,
    )


def conversation_port(persistence: SessionPersistence, turn_factory: TurnFactory) -> host.ConversationPort:
    return host.ConversationPort(
        persistence.conversation,
        lambda: persistence.session,
        lambda: turn_factory.prompt_reads,
        # A database that is not open yet may hold conversations, unless the file is new.
        lambda: persistence.is_waiting and persistence.had_database,
    )


def turns_port(
    turns: TurnController,
    turn_factory: TurnFactory,
    model_switch: ModelSwitch,
    is_busy: Callable[[], bool],
    pet: PetWindow,
) -> host.TurnsPort:
    def new_companion_conversation() -> Conversation:
        conversation = Conversation(turn_factory.companion_setup)
        conversation.listen(on_event=partial(react, pet.animator), events=REACTED)
        return conversation

    return host.TurnsPort(
        has_model=lambda: bool(turn_factory.place.base_url) and not turn_factory.missing,
        endpoint=lambda: turn_factory.settings.endpoint,
        choose_model=model_switch.choose,
        read_models=model_switch.read,
        is_busy=is_busy,
        listen_ended=turns.ended.add,
        speak=turns.speak,
        new_conversation=turns.new_conversation,
        answering=lambda: frozenset(turns.answering),
        listen_to_answering=turns.answering_changed.add,
        new_companion_conversation=new_companion_conversation,
    )


def sessions_port(
    sessions: SessionController,
    chat: ChatWindow,
    persistence: SessionPersistence,
    conversation_model: ConversationModel,
    turns: TurnController,
    speaker: Callable[[], str],
) -> host.SessionsPort:
    async def erase() -> None:
        if turns.answering:
            raise RuntimeError("an answer is written in another conversation")
        await persistence.erase()
        conversation_model.forget_all()

    return host.SessionsPort(
        begin=chat.header.new.click,
        begin_private=chat.header.private_requested.emit,
        speaker=speaker,
        shown=lambda: sessions.shown,
        is_private=lambda: sessions.is_private,
        leave=sessions.leave,
        listen_to_reading=sessions.changed.add,
        open=sessions.open,
        show=sessions.show,
        open_at=sessions.open_at,
        flush=persistence.flush,
        reload=sessions.reload,
        export=persistence.export,
        erase=erase,
    )


def speaking_character(
    pet: PetWindow,
    stage: Stage,
    turns: TurnController,
    persistence: SessionPersistence,
    factory: TurnFactory,
    name: Callable[[], str],
    speech: host.SpeechPort,
) -> host.SpeakingCharacter:
    return host.SpeakingCharacter(
        name=name,
        window=pet,
        stage=stage,
        chat=turns.chat,
        conversation=conversation_port(persistence, factory),
        is_busy=lambda: turns.is_running,
        ask=turns.ask,
        ask_again=turns.ask_again,
        heard=speech.finished,
        silence=speech.silence,
    )


def tools_port(
    turn_factory: TurnFactory,
    settings_store: SettingsStore,
    conversation_model: ConversationModel,
    approvals: ApprovalController,
    look_of: Callable[[str], ToolLook],
) -> host.ToolsPort:
    def listen_to_model(changed: Callable[[], object]) -> End:
        return end_all(
            settings_store.listen(("endpoint", "persona", "chat"), lambda *_: changed()),
            turn_factory.capabilities.listen(lambda *_: changed()),
            conversation_model.changed.add(changed),
        )

    return host.ToolsPort(
        provide=turn_factory.provide,
        box=turn_factory.toolbox,
        context_tokens=lambda: turn_factory.context_tokens,
        listen_to_model=listen_to_model,
        decide=approvals.on_decided,
        built_in=TOOLS,
        title_of=turn_factory.title_of,
        look_of=look_of,
    )


def character_port(
    pet: PetWindow,
    stage: Stage,
    look_at_work: Callable[[Callable[[], QRect | None]], object],
    menus: Callable[[], tuple[PetMenu, ...]] = tuple,
) -> host.CharacterPort:
    def show_attention(attention: Attention) -> None:
        pet.animator.set_attention(attention)
        pet.living_model.raise_frame_rate()

    return host.CharacterPort(
        window=pet,
        stage=stage,
        menus=menus,
        is_visible=pet.isVisible,
        listen_to_visibility=partial(listen, pet.visibleChanged),
        presence=_presence_of(pet),
        show_attention=show_attention,
        listen_to_place=partial(_listen_to_place, pet),
        look_at_work=look_at_work,
    )


def _presence_of(pet: PetWindow) -> "Look":
    """Return what asks the system for signs that the user is there, once it is first called."""

    @cache
    def probe() -> "Look":
        from deskpet.ui.platform.presence_monitor import system_probe

        return system_probe(pet)

    async def presence(everything: bool) -> "UserPresence":
        return await probe()(everything)

    return presence


def _listen_to_place(pet: PetWindow, placed: Callable[..., object]) -> End:
    def on_changed(*_: object) -> None:
        window = pet.geometry()
        placed(window, pet.body, free_area(window))

    on_changed()
    return listen_to_all(on_changed, pet.moved, pet.outline_changed, pet.placement.repositioned, pet.visibleChanged)


def stage_port(stage: StageController) -> host.StagePort:
    return host.StagePort(
        model=lambda: stage.model,
        notes=lambda: stage.notes,
        apply_notes=stage.apply_notes,
        listen_to_model=partial(listen, stage.model_changed),
        listen_to_notes=partial(listen, stage.notes_changed),
    )


def chat_port(
    chat: ChatWindow,
    notices: ProgramNotices,
    opened: SignalInstance,
    ends: SignalInstance,
    bring: Callable[[], object],
    stand_in: Callable[[ChatStandIn], End],
) -> host.ChatPort:
    def focus_composer() -> None:
        chat.bring()
        chat.composer.setFocus()

    return host.ChatPort(
        is_shown=lambda: chat.is_shown,
        window=chat,
        bring=bring,
        stand_in=stand_in,
        commands=chat.pane.commands,
        focus_composer=focus_composer,
        show_toast=chat.show_toast,
        warn=notices.warn,
        show_notice=notices.show,
        listen_to_opening=partial(listen, opened),
        listen_to_end=partial(listen, ends),
    )


def settings_window_port(settings: SettingsController) -> host.SettingsWindowPort:
    def page(name: str) -> QWidget | None:
        window = settings.window
        return window.widget_of(name) if window and window.has_created(name) else None

    return host.SettingsWindowPort(
        is_visible=lambda: settings.window is not None and settings.window.isVisible(),
        page=page,
        pages=tuple(settings.pages),
        find=settings.find,
        listen_to_page=lambda name, created: listen(
            settings.opened, lambda window: window.when_created(name, lambda _: created())
        ),
        create_form=settings.create_form,
    )
