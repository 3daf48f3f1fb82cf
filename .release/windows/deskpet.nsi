; The installer: for one user, without rights of an administrator. /S installs and uninstalls without questions.
; Exit codes: 0 done, 1 canceled, 2 deskpet is running.

; Not the default, which is a program of 32 bits.
Target amd64-unicode
!include MUI2.nsh

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\deskpet"
!define OWN_KEY "Software\deskpet"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"

Name "deskpet"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\deskpet"
InstallDirRegKey HKCU "${OWN_KEY}" "InstallDir"
SetCompressor /SOLID lzma
SetCompressorDictSize 64
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "deskpet"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "deskpet installer"
VIAddVersionKey "CompanyName" "deskpet contributors"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\deskpet.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Japanese"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString RUNNING ${LANG_ENGLISH} "deskpet is running and does not close. Quit it from its menu, then try again."
LangString RUNNING ${LANG_JAPANESE} "deskpet が実行中で、終了しません。メニューから終了して、もう一度お試しください。"
LangString RUNNING ${LANG_SIMPCHINESE} "deskpet 正在运行，且没有关闭。请从它的菜单退出，然后重试。"
LangString DATA ${LANG_ENGLISH} "Delete your conversations, settings, characters and everything else that deskpet has stored as well? This can't be undone."
LangString DATA ${LANG_JAPANESE} "会話、設定、キャラクターなど、deskpet が保存したものもすべて削除しますか？元に戻すことはできません。"
LangString DATA ${LANG_SIMPCHINESE} "是否同时删除对话、设置、角色以及 deskpet 保存的其他所有内容？此操作无法撤销。"

; Ask a running pet to save and close, by the program's own command, which waits until it has.
!macro CLOSE_RUNNING un
Function ${un}CloseRunning
  IfFileExists "$INSTDIR\deskpet-cli.exe" 0 closed
  again:
    nsExec::Exec '"$INSTDIR\deskpet-cli.exe" quit'
    Pop $0
    StrCmp $0 "0" ended
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 2
    Quit
  ended:
    ; The process ends a moment after it has given up its lock, and has its libraries open until then.
    Sleep 3000
  closed:
FunctionEnd
!macroend
!insertmacro CLOSE_RUNNING ""
!insertmacro CLOSE_RUNNING "un."

Section "deskpet"
  Call CloseRunning
  ; What an older version brought and this one does not.
  RMDir /r "$INSTDIR\python"
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\deskpet.lnk" "$INSTDIR\deskpet.exe"
  WriteRegStr HKCU "${OWN_KEY}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "deskpet"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "deskpet contributors"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\deskpet.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${KIBIBYTES}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  Call un.CloseRunning
  Delete "$SMPROGRAMS\deskpet.lnk"
  ; Only what the installer wrote: the user may have chosen a folder with other files.
  RMDir /r "$INSTDIR\python"
  Delete "$INSTDIR\deskpet.exe"
  Delete "$INSTDIR\deskpet-cli.exe"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\THIRD-PARTY-NOTICES.txt"
  Delete "$INSTDIR\sbom.cdx.json"
  Delete "$INSTDIR\release.json"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegKey HKCU "${OWN_KEY}"
  DeleteRegValue HKCU "${RUN_KEY}" "deskpet"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DATA)" /SD IDNO IDNO kept
    RMDir /r "$LOCALAPPDATA\deskpet"
    RMDir /r "$APPDATA\deskpet"
  kept:
SectionEnd
