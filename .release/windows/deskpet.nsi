; The installer: for one user, without rights of an administrator. /S installs and uninstalls without questions; with
; /DATA the uninstaller also deletes what the user has stored.
; Exit codes: 0 done, 1 canceled, 2 deskpet is running, 3 not everything could be written; nothing is changed then, and
; a pet that was closed for it is started again.

; Not the default, which is a program of 32 bits.
Target amd64-unicode
!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
; Each file and folder beside the program: !insertmacro EACH_ENTRY MACRO.
!include "${ENTRIES}"

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\deskpet"
!define OWN_KEY "Software\deskpet"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"

Name "deskpet"
OutFile "${OUTPUT}"
BrandingText "deskpet ${VERSION}"
RequestExecutionLevel user
ManifestDPIAware true
InstallDir "$LOCALAPPDATA\Programs\deskpet"
InstallDirRegKey HKCU "${OWN_KEY}" "InstallDir"
!ifdef QUICK
  ; For a trial of the installer: ten times as fast, and larger by half.
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "deskpet"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "deskpet installer"
VIAddVersionKey "CompanyName" "deskpet contributors"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${PICTURES}\deskpet.ico"
!define MUI_UNICON "${PICTURES}\deskpet.ico"
!define MUI_HEADERIMAGE
!define MUI_HEADERIMAGE_RIGHT
!define MUI_HEADERIMAGE_BITMAP "${PICTURES}\header.bmp"
!define MUI_HEADERIMAGE_UNBITMAP "${PICTURES}\header.bmp"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURES}\side.bmp"
; Nothing has to be agreed to: the page tells whose software this is.
!define MUI_PAGE_HEADER_TEXT "$(LICENCES)"
!define MUI_PAGE_HEADER_SUBTEXT "$(LICENCES_HELP)"
!define MUI_LICENSEPAGE_TEXT_TOP "$(LICENCES_TOP)"
!define MUI_LICENSEPAGE_TEXT_BOTTOM "$(LICENCES_BOTTOM)"
!define MUI_LICENSEPAGE_BUTTON "$(^NextBtn)"
!insertmacro MUI_PAGE_LICENSE "$(LICENCE)"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_NOREBOOTSUPPORT
!define MUI_FINISHPAGE_RUN "$INSTDIR\deskpet.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Japanese"
!insertmacro MUI_LANGUAGE "SimpChinese"

LicenseLangString LICENCE ${LANG_ENGLISH} "${LICENCES}\en.txt"
LicenseLangString LICENCE ${LANG_JAPANESE} "${LICENCES}\ja.txt"
LicenseLangString LICENCE ${LANG_SIMPCHINESE} "${LICENCES}\zh.txt"
LangString LICENCES ${LANG_ENGLISH} "Licences"
LangString LICENCES ${LANG_JAPANESE} "ライセンス"
LangString LICENCES ${LANG_SIMPCHINESE} "许可"
LangString LICENCES_HELP ${LANG_ENGLISH} "Whose software you are about to install."
LangString LICENCES_HELP ${LANG_JAPANESE} "これからインストールするソフトウェアの権利者について。"
LangString LICENCES_HELP ${LANG_SIMPCHINESE} "您将要安装的软件归谁所有。"
LangString LICENCES_TOP ${LANG_ENGLISH} "The licences of deskpet and of what it contains:"
LangString LICENCES_TOP ${LANG_JAPANESE} "deskpet と、含まれるソフトウェアのライセンスです。"
LangString LICENCES_TOP ${LANG_SIMPCHINESE} "deskpet 及其所含软件的许可："
LangString LICENCES_BOTTOM ${LANG_ENGLISH} "You need not agree to anything to use deskpet. Its folder has the licences of all its parts."
LangString LICENCES_BOTTOM ${LANG_JAPANESE} "使うために同意は必要ありません。すべてのライセンスはプログラムのフォルダーにあります。"
LangString LICENCES_BOTTOM ${LANG_SIMPCHINESE} "使用 deskpet 无需同意任何条款。所有部分的许可都在程序文件夹中。"
LangString RUNNING ${LANG_ENGLISH} "deskpet is running and does not close. Quit it from its menu, close coding agents that use it, then try again."
LangString RUNNING ${LANG_JAPANESE} "deskpet が実行中で、終了しません。メニューから終了し、deskpet を使っているコーディングエージェントも閉じて、もう一度お試しください。"
LangString RUNNING ${LANG_SIMPCHINESE} "deskpet 正在运行，且没有关闭。请从它的菜单退出，并关闭正在使用它的编程智能体，然后重试。"
LangString UNWRITTEN ${LANG_ENGLISH} "Not everything could be written. Nothing was changed. Free some space on the disk, then try again."
LangString UNWRITTEN ${LANG_JAPANESE} "すべてを書き込むことができませんでした。変更は行われていません。ディスクの空きを増やして、もう一度お試しください。"
LangString UNWRITTEN ${LANG_SIMPCHINESE} "未能写入全部文件，未作任何更改。请释放一些磁盘空间，然后重试。"
LangString DATA ${LANG_ENGLISH} "Delete your conversations, settings, keys, characters and everything else that deskpet has stored as well? This can't be undone."
LangString DATA ${LANG_JAPANESE} "会話、設定、API キー、キャラクターなど、deskpet が保存したものもすべて削除しますか？元に戻すことはできません。"
LangString DATA ${LANG_SIMPCHINESE} "是否同时删除对话、设置、密钥、角色以及 deskpet 保存的其他所有内容？此操作无法撤销。"

LangString UNDELETED ${LANG_ENGLISH} "Not everything that deskpet has stored could be deleted. Delete these folders yourself:$\r$\n$LOCALAPPDATA\deskpet$\r$\n$APPDATA\deskpet"
LangString UNDELETED ${LANG_JAPANESE} "deskpet が保存したものの一部を削除できませんでした。次のフォルダーをご自身で削除してください:$\r$\n$LOCALAPPDATA\deskpet$\r$\n$APPDATA\deskpet"
LangString UNDELETED ${LANG_SIMPCHINESE} "deskpet 保存的内容未能全部删除。请自行删除以下文件夹：$\r$\n$LOCALAPPDATA\deskpet$\r$\n$APPDATA\deskpet"

; Counts in $2 a program that runs: it can't be opened to write.
!macro COUNT_RUNNING PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $3 "$INSTDIR\${PROGRAM}" a
    ${If} ${Errors}
      IntOp $2 $2 + 1
    ${Else}
      FileClose $3
    ${EndIf}
  ${EndIf}
!macroend

; Start the pet that was closed for this, unless it still runs.
!macro START_AGAIN
  StrCpy $2 0
  !insertmacro COUNT_RUNNING "deskpet.exe"
  ${If} $R0 == 1
  ${AndIf} $2 == 0
    Exec '"$INSTDIR\deskpet.exe"'
  ${EndIf}
!macroend

; Ask a running pet to save and close, by the program's own command, and wait until no process is left of it. An update
; that waits for its end must not start another installer beside this one. $R0: 1 if a pet ran.
!macro CLOSE_RUNNING un
Function ${un}CloseRunning
  StrCpy $R0 0
  ${If} ${FileExists} "$INSTDIR\deskpet-cli.exe"
    StrCpy $2 0
    !insertmacro COUNT_RUNNING "deskpet.exe"
    ${If} $2 != 0
      StrCpy $R0 1
    ${EndIf}
    again:
    nsExec::Exec /TIMEOUT=60000 '"$INSTDIR\deskpet-cli.exe" quit --keep-update'
    Pop $0
    ; In half seconds: a process ends a moment after it has given up its lock.
    ${For} $1 1 60
      StrCpy $2 0
      !insertmacro COUNT_RUNNING "deskpet.exe"
      !insertmacro COUNT_RUNNING "deskpet-cli.exe"
      !insertmacro COUNT_RUNNING "python\python.exe"
      !insertmacro COUNT_RUNNING "python\pythonw.exe"
      ${If} $2 == 0
        Return
      ${EndIf}
      Sleep 500
    ${Next}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY again
    RMDir /r "$INSTDIR\new"
    !insertmacro START_AGAIN
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd
!macroend
!insertmacro CLOSE_RUNNING ""
!insertmacro CLOSE_RUNNING "un."

; A file or a folder: each of the two takes no notice of the other.
!macro REMOVE NAME
  Delete "$INSTDIR\${NAME}"
  RMDir /r "$INSTDIR\${NAME}"
!macroend

; What is left of other versions.
!macro REMOVE_OTHERS
  !insertmacro REMOVE "old"
  !insertmacro REMOVE "old.gone"
  !insertmacro REMOVE "failed"
  !insertmacro REMOVE "failed.gone"
  !insertmacro REMOVE "starts"
!macroend

; Sets $R2 to 1 if that fails: the old one is in use, or something has taken the new one away, as scanners for viruses do.
!macro REPLACE NAME
  Rename "$INSTDIR\${NAME}" "$INSTDIR\old\${NAME}"
  ClearErrors
  Rename "$INSTDIR\new\${NAME}" "$INSTDIR\${NAME}"
  ${If} ${Errors}
    StrCpy $R2 1
  ${EndIf}
!macroend

!macro PUT_BACK NAME
  ${If} ${FileExists} "$INSTDIR\old\${NAME}"
    !insertmacro REMOVE "${NAME}"
    Rename "$INSTDIR\old\${NAME}" "$INSTDIR\${NAME}"
  ${EndIf}
!macroend

; A folder that holds anything else gets one for the program: an installation replaces and removes what lies beside it.
Function UseOwnFolder
  ${If} ${FileExists} "$INSTDIR\deskpet.exe"
  ${OrIf} ${FileExists} "$INSTDIR\deskpet-cli.exe"
  ; Both are left by an installation that was broken off.
  ${OrIf} ${FileExists} "$INSTDIR\old\deskpet.exe"
  ${OrIf} ${FileExists} "$INSTDIR\new\deskpet.exe"
    Return
  ${EndIf}
  StrCpy $2 0
  FindFirst $0 $1 "$INSTDIR\*"
  ${DoWhile} $1 != ""
    ${If} $1 != "."
    ${AndIf} $1 != ".."
      IntOp $2 $2 + 1
    ${EndIf}
    FindNext $0 $1
  ${Loop}
  FindClose $0
  ${If} $2 != 0
    StrCpy $INSTDIR "$INSTDIR\deskpet"
    Call UseOwnFolder
  ${EndIf}
FunctionEnd

; End without a change.
Function GiveUp
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR\new"
  RMDir "$INSTDIR"
  MessageBox MB_OK|MB_ICONSTOP "$(UNWRITTEN)" /SD IDOK
  !insertmacro START_AGAIN
  SetErrorLevel 3
  Quit
FunctionEnd

; The user has canceled, after a file could not be written.
Function .onInstFailed
  Call GiveUp
FunctionEnd

Section "deskpet"
  Call UseOwnFolder
  ; Into a folder of its own first: if that fails, or the computer is turned off, the program is what it was.
  !insertmacro REMOVE "new"
  ClearErrors
  !include "${FILES}"
  ${If} ${Errors}
    Call GiveUp
  ${EndIf}
  SetOutPath "$INSTDIR"
  Call CloseRunning
  ; The version before stays until this one has shown its window: deskpet.exe puts it back after two starts without one.
  !insertmacro REMOVE_OTHERS
  CreateDirectory "$INSTDIR\old"
  StrCpy $R2 0
  !insertmacro EACH_ENTRY REPLACE
  RMDir "$INSTDIR\new"
  ${If} $R2 != 0
    !insertmacro EACH_ENTRY PUT_BACK
    RMDir "$INSTDIR\old"
    Call GiveUp
  ${EndIf}
  ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "DisplayVersion"
  ${If} $0 != "${VERSION}"
  ${AndIf} ${FileExists} "$INSTDIR\old\deskpet.exe"
    FileOpen $0 "$INSTDIR\starts" w
    FileClose $0
  ${Else}
    RMDir /r "$INSTDIR\old"
  ${EndIf}
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
  ; Without questions there is no page that offers it.
  ${If} ${Silent}
  ${AndIf} $R0 == 1
    Exec '"$INSTDIR\deskpet.exe"'
  ${EndIf}
SectionEnd

Section "Uninstall"
  Call un.CloseRunning
  StrCpy $R1 keeps
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DATA" $1
  ${IfNot} ${Errors}
    StrCpy $R1 deletes
  ${ElseIfNot} ${Silent}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DATA)" IDNO kept
    StrCpy $R1 deletes
    kept:
  ${EndIf}
  ${If} $R1 == deletes
    ; "/r" of RMDir would follow the junctions of a user who has moved a folder to another disk.
    nsExec::Exec '"$INSTDIR\python\python.exe" -I -m deskpet_forget "$LOCALAPPDATA\deskpet" "$APPDATA\deskpet"'
    Pop $0
    ${If} $0 != 0
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(UNDELETED)" /SD IDOK
    ${EndIf}
  ${EndIf}
  Delete "$SMPROGRAMS\deskpet.lnk"
  ; Only what the installer wrote: the user may have chosen a folder with other files.
  !insertmacro EACH_ENTRY REMOVE
  !insertmacro REMOVE_OTHERS
  !insertmacro REMOVE "new"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegKey HKCU "${OWN_KEY}"
  DeleteRegValue HKCU "${RUN_KEY}" "deskpet"
SectionEnd
