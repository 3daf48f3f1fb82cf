"""Make the ports of the host of the parts of the program. `deskpet.features.host` says what each is for."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRect, SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from deskpet.app.approval_controller import ApprovalController
from deskpet.app.conversation_model import ConversationModel
from deskpet.app.current_persona import CurrentPersona
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
from deskpet.chat.rules import Rules
from deskpet.config.settings import Settings
from deskpet.config.settings_file import SettingKey, with_values
from deskpet.features import host
from deskpet.features.host.windows import ChatStandIn
from deskpet.listeners import End
from deskpet.pet.attention import Attention
from deskpet.pet.turn_reactions import REACTED, react
from deskpet.ui.blocks import ToolLook
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.pet.drop import PetDrop
from deskpet.ui.pet.menu import PetMenu
from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.stage import Stage

if TYPE_CHECKING:
    from deskpet.ui.platform.presence_monitor import Look
    from deskpet.ui.platform.user_presence import UserPresence


def listen(signal: SignalInstance, listener: Callable[..., object]) -> End:
    """Connect a signal, and return what disconnects it, if that was not done by the end of either side."""
    connection = signal.connect(listener)
    return lambda: QObject.disconnect(connection)


def _all(*ends: End) -> End:
    """Return what calls all of them."""
    return lambda: [end() for end in ends]


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
    def session() -> str | None:
        return persistence.recorder.session if persistence.recorder else None

    return host.ConversationPort(
        persistence.conversation,
        session,
        lambda: turn_factory.prompt_reads,
        # A database that is not open yet may hold conversations, unless the file is new.
        lambda: persistence.is_waiting and persistence.had_database,
    )


def turns_port(
    turns: TurnController, turn_factory: TurnFactory, is_busy: Callable[[], bool], pet: PetWindow
) -> host.TurnsPort:
    def new_companion_conversation() -> Conversation:
        conversation = Conversation(turn_factory.companion_setup)
        conversation.listen(on_event=partial(react, pet.animator), events=REACTED)
        return conversation

    return host.TurnsPort(
        has_model=lambda: bool(turn_factory.place.base_url) and not turn_factory.missing,
        endpoint=lambda: turn_factory.settings.endpoint,
        is_busy=is_busy,
        speak=turns.speak,
        new_conversation=turns.new_conversation,
        new_companion_conversation=new_companion_conversation,
    )


def sessions_port(
    sessions: SessionController,
    chat: ChatWindow,
    persistence: SessionPersistence,
    conversation_model: ConversationModel,
) -> host.SessionsPort:
    async def erase() -> None:
        await persistence.erase()
        conversation_model.forget_all()

    return host.SessionsPort(
        begin=chat.header.new.click,
        begin_private=chat.header.private_requested.emit,
        shown=lambda: sessions.shown,
        open=sessions.open,
        open_at=sessions.open_at,
        export=persistence.export,
        erase=erase,
    )


def personas_port(personas: CurrentPersona) -> host.PersonasPort:
    return host.PersonasPort(
        files=personas.files,
        persona=lambda: personas.persona,
        own_name=lambda: personas.own_name,
        own_folder=lambda: personas.own_folder,
        listen_to_character=lambda changed: listen(personas.character_changed, changed),
        choose=personas.choose,
        note_change=personas.changed.emit,
    )


def rules_port(rules: Rules) -> host.RulesPort:
    return host.RulesPort(all=lambda: rules.all, listen=rules.listen, revoke=rules.revoke)


def tools_port(
    turn_factory: TurnFactory, settings_store: SettingsStore, conversation_model: ConversationModel
) -> host.ToolsPort:
    def listen_to_model(changed: Callable[[], object]) -> End:
        return _all(
            settings_store.listen(("endpoint", "persona", "chat"), lambda *_: changed()),
            turn_factory.capabilities.listen(lambda *_: changed()),
            conversation_model.listen(changed),
        )

    return host.ToolsPort(
        provide=turn_factory.provide,
        names=lambda: tuple(each.name for each in turn_factory.toolbox().all),
        add=lambda tool: turn_factory.toolbox().add(tool),
        remove=lambda name: turn_factory.toolbox().remove(name),
        context_tokens=lambda: turn_factory.context_tokens,
        listen_to_model=listen_to_model,
    )


def tool_catalog_port(
    turn_factory: TurnFactory, approvals: ApprovalController, look_of: Callable[[str], ToolLook]
) -> host.ToolCatalogPort:
    return host.ToolCatalogPort(
        decide=approvals.on_decided,
        built_in=TOOLS,
        missing=lambda tool: turn_factory.toolbox().missing(tool),
        title_of=turn_factory.title_of,
        look_of=look_of,
    )


def character_port(
    pet: PetWindow, stage: Stage, look_at_work: Callable[[Callable[[], QRect | None]], object]
) -> host.CharacterPort:
    animator = pet.animator

    def show_attention(attention: Attention) -> None:
        animator.set_attention(attention)
        pet.living_model.raise_frame_rate()

    return host.CharacterPort(
        is_visible=pet.isVisible,
        greet=stage.greet,
        listen_to_visibility=lambda changed: listen(pet.visibleChanged, changed),
        presence=_presence_of(pet),
        show_good_mood=animator.set_good_mood,
        listen_to_strokes=lambda stroked: listen(pet.stroked, stroked),
        attention=lambda: animator.mood.attention,
        show_attention=show_attention,
        show_agents=animator.show_agents,
        note_agents_done=animator.note_agents_done,
        wince=animator.wince,
        listen_to_place=partial(_listen_to_place, pet),
        model=lambda: stage.character,
        show_expression=stage.request_expression,
        play_motion=stage.request_motion,
        listen_to_model=lambda changed: listen(stage.character_changed, changed),
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

    changes = (pet.moved, pet.outline_changed, pet.placement.repositioned, pet.visibleChanged)
    ends = [listen(changed, on_changed) for changed in changes]
    on_changed()
    return _all(*ends)


def performance_port(pet: PetWindow, stage: Stage) -> host.PerformancePort:
    return host.PerformancePort(
        move_mouth_by_voice=pet.animator.set_voice,
        move_mouth_by_motion=pet.animator.set_motion_sound,
        hold_requests=stage.hold,
        listen_to_motion_sounds=lambda changed: listen(pet.motion_sound_changed, changed),
    )


def touch_port(pet: PetWindow) -> host.TouchPort:
    gestures = pet.living_model.gestures

    def want_holding(is_wanted: bool) -> None:
        gestures.is_holding_wanted = is_wanted

    def listen_to_holding(held: Callable[[], object], let_go: Callable[[], object]) -> End:
        return _all(listen(gestures.held, held), listen(gestures.let_go, let_go))

    return host.TouchPort(
        listen_to_clicks=lambda clicked: listen(pet.clicked, lambda _: clicked()),
        want_holding=want_holding,
        listen_to_holding=listen_to_holding,
        listen_to_escape=lambda escaped: listen(pet.escaped, escaped),
    )


def stage_port(stage: StageController, pet: PetWindow) -> host.StagePort:
    def listen_to_drops(dropped: Callable[[Path], object]) -> End:
        drop = PetDrop(pet)
        drop.dropped.connect(dropped)
        return drop.deleteLater

    return host.StagePort(
        model=lambda: stage.model,
        notes=lambda: stage.notes,
        character=lambda: pet.character,
        apply_notes=stage.apply_notes,
        perform=pet.perform,
        play_motion=pet.play_motion,
        listen_to_model=lambda changed: listen(stage.model_changed, changed),
        listen_to_first_frame=lambda shown: listen(pet.first_frame, shown),
        listen_to_drops=listen_to_drops,
        listen_to_frames=lambda drawn: listen(pet.frameSwapped, drawn),
    )


def windows_port(
    chat: ChatWindow,
    open_settings: Callable[[str], object],
    show_message: Callable[[str, str, str], object],
    notify: Callable[[str], object],
) -> host.WindowsPort:
    return host.WindowsPort(
        add_status_line=chat.pane.status_lines.add,
        clear_brief_status_lines=chat.pane.status_lines.clear_brief,
        open_settings=open_settings,
        show_message=show_message,
        notify=notify,
        set_side_panel=chat.set_side_panel,
    )


def chat_port(
    chat: ChatWindow,
    notices: ProgramNotices,
    opened: SignalInstance,
    ends: SignalInstance,
    bring: Callable[[], object],
    stand_in: Callable[[ChatStandIn], End],
) -> host.ChatPort:
    return host.ChatPort(
        is_shown=lambda: chat.is_shown,
        speaker=chat.windowTitle,
        show=chat.show,
        bring=bring,
        stand_in=stand_in,
        window=chat.pane.window,
        commands=lambda: chat.pane.commands.available,
        add_command=chat.pane.commands.add,
        arrange=lambda appearance: chat.set_behavior(
            appearance.chat_width,
            appearance.fold_after_seconds,
            appearance.fade_after_seconds,
            keep_open=appearance.keep_open,
        ),
        show_title=chat.show_title,
        show_toast=chat.show_toast,
        warn=notices.warn,
        show_notice=notices.show,
        listen_to_opening=partial(listen, opened),
        listen_to_dismissal=lambda dismissed: listen(chat.dismissed, dismissed),
        listen_to_end=partial(listen, ends),
    )


def composer_port(chat: ChatWindow) -> host.ComposerPort:
    composer = chat.composer

    def focus() -> None:
        chat.bring()
        composer.setFocus()

    def add_picture(picture: QImage) -> None:
        composer.add_picture(picture)
        focus()

    return host.ComposerPort(
        field=composer.field,
        focus=focus,
        send=composer.send,
        add_button=composer.add_button,
        add_button_behind=partial(composer.add_button, is_behind=True),
        add_row=composer.add_row,
        offer_picture=composer.offer_picture,
        add_picture=add_picture,
        set_speaking=composer.set_speaking,
        set_listening=lambda listens, hands_free: composer.set_listening(listens, is_hands_free=hands_free),
        listen_to_cancel=lambda cancelled: listen(composer.listening_cancelled, cancelled),
    )


def switches_port(chat: ChatWindow, menus: Callable[[], tuple[PetMenu, ...]]) -> host.SwitchesPort:
    """menus: returns those of the character, which are there before a feature asks for the port."""

    def show_voice(is_on: bool) -> None:
        for each in (chat.header, *menus()):
            each.show_voice(is_on)

    def listen_to_voice(toggled: Callable[[], object]) -> End:
        signals = (chat.header.voice.clicked, *(menu.voice_requested for menu in menus()))
        return _all(*(listen(signal, lambda *_: toggled()) for signal in signals))

    def show_listening(is_offered: bool, listens: bool) -> None:
        for menu in menus():
            menu.show_listening(is_offered, listens=listens)

    return host.SwitchesPort(
        show_voice=show_voice,
        listen_to_voice=listen_to_voice,
        show_listening=show_listening,
        listen_to_listening=lambda toggled: _all(*(listen(menu.listening_requested, toggled) for menu in menus())),
    )


def full_window_port(chat: ChatWindow, settings_store: SettingsStore) -> host.FullWindowPort:
    def show_files(panel: QWidget) -> None:
        if full := chat.full:
            full.show_workspace(panel, settings_store.effective.appearance.workspace_width)
            chat.header.files.set_on(True)

    def hide_files() -> None:
        if full := chat.full:
            full.hide_workspace()
        chat.header.files.set_on(False)

    def remove_column(column: QWidget) -> None:
        column.hide()
        column.deleteLater()

    return host.FullWindowPort(
        is_open=lambda: chat.is_expanded,
        open=chat.expand,
        has_room_for_files=lambda: chat.full is not None and chat.full.has_room_for_workspace,
        listen_to_opening=lambda opened: listen(chat.expanded, opened),
        listen_to_files_button=lambda pressed: listen(chat.header.files.clicked, lambda _checked: pressed()),
        show_column=lambda column: chat.full.show_column(column, chat.pane) if chat.full else None,
        remove_column=remove_column,
        show_files=show_files,
        hide_files=hide_files,
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
