/* Runs deskpet in this process with the Python in the folder `python` beside this program. It also puts the version
   before back, which the installer keeps in the folder `old`, after two starts of a new one that showed no window. */

#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define LONGEST_PATH 32768

typedef int (*PythonMain)(int, wchar_t **);

/* The path of this program, and the length of that of its folder. */
static wchar_t program[LONGEST_PATH];
static int folder_length;

static int fail(const wchar_t *message)
{
#ifdef CONSOLE
    fwprintf(stderr, L"deskpet: %ls\n", message);
#else
    MessageBoxW(NULL, message, L"deskpet", MB_ICONERROR);
#endif
    return 1;
}

#ifndef CONSOLE
static const wchar_t *beside(wchar_t *path, const wchar_t *folder, const wchar_t *name)
{
    swprintf(path, LONGEST_PATH, L"%.*ls\\%ls%ls", folder_length, program, folder, name);
    return path;
}

/* Returns 1 if these words start the pet, and are no command. */
static int starts_pet(int count, wchar_t **words)
{
    for (int i = 1; i < count; i++)
        if (words[i][0] != L'-' || !wcscmp(words[i], L"-h") || !wcscmp(words[i], L"--help") ||
            !wcscmp(words[i], L"--version"))
            return 0;
    return 1;
}

static int runs(DWORD id)
{
    HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, id);
    int is_running = process && WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
    if (process)
        CloseHandle(process);
    return is_running;
}

/* Notes this start of a new version. Returns 1 if two have ended before it showed a window, which removes the file. */
static int has_failed(void)
{
    static wchar_t path[LONGEST_PATH];
    FILE *starts = _wfopen(beside(path, L"", L"starts"), L"r+");
    if (!starts)
        return 0;
    unsigned long id;
    int ended = 0, running = 0;
    while (fscanf(starts, "%lu", &id) == 1)
        runs(id) ? running++ : ended++;
    /* One that still runs may come to show its window. */
    int failed = ended >= 2 && !running;
    if (!failed && !running) {
        fseek(starts, 0, SEEK_END);
        fprintf(starts, "%lu\n", GetCurrentProcessId());
    }
    fclose(starts);
    return failed;
}

/* Moves a file or folder of the version before to its place, and what is there into `failed`. Returns 0 if it can't; one
   that is not there was moved by an attempt that a power cut has ended. */
static int put_back(const wchar_t *name)
{
    static wchar_t place[LONGEST_PATH], old[LONGEST_PATH], failed[LONGEST_PATH];
    beside(place, L"", name), beside(old, L"old\\", name), beside(failed, L"failed\\", name);
    if (GetFileAttributesW(old) == INVALID_FILE_ATTRIBUTES)
        return 1;
    if (!MoveFileW(place, failed) && GetLastError() != ERROR_FILE_NOT_FOUND)
        return 0;
    if (MoveFileW(old, place))
        return 1;
    MoveFileW(failed, place);
    return 0;
}

/* Puts the version before in the place of this one. Returns 0 if it is not there, or in use. */
static int put_all_back(void)
{
    static wchar_t path[LONGEST_PATH];
    if (GetFileAttributesW(beside(path, L"old\\", L"deskpet.exe")) == INVALID_FILE_ATTRIBUTES)
        return 0;
    CreateDirectoryW(beside(path, L"", L"failed"), NULL);
    /* First what can be in use. */
    if (!put_back(L"python"))
        return 0;
    WIN32_FIND_DATAW found;
    HANDLE search = FindFirstFileW(beside(path, L"old\\", L"*"), &found);
    if (search != INVALID_HANDLE_VALUE) {
        do
            if (wcscmp(found.cFileName, L".") && wcscmp(found.cFileName, L"..") &&
                wcscmp(found.cFileName, L"deskpet.exe"))
                put_back(found.cFileName);
        while (FindNextFileW(search, &found));
        FindClose(search);
    }
    /* Last, because it is how the next start knows of what is left to do. */
    put_back(L"deskpet.exe");
    RemoveDirectoryW(beside(path, L"", L"old"));
    DeleteFileW(beside(path, L"", L"starts"));
    return 1;
}

/* Starts the program that is now in the place of this one, with the same words. */
static int start_again(void)
{
    STARTUPINFOW startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    if (!CreateProcessW(program, GetCommandLineW(), NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process))
        return fail(L"deskpet.exe can't be started. Install deskpet again.");
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return 0;
}
#endif

static int run(int count, wchar_t **arguments)
{
    static wchar_t library[LONGEST_PATH], option[LONGEST_PATH];
    DWORD length = GetModuleFileNameW(NULL, program, LONGEST_PATH);
    if (length == 0 || length > LONGEST_PATH - 64)
        return fail(L"its folder has too long a name.");
    folder_length = (int)(wcsrchr(program, L'\\') - program);
#ifndef CONSOLE
    if (starts_pet(count, arguments) && has_failed() && put_all_back())
        return start_again();
#endif
    wcscpy(library, program);
    wcscpy(library + folder_length, L"\\python\\python313.dll");
    HMODULE python = LoadLibraryExW(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    PythonMain python_main = python ? (PythonMain)(void *)GetProcAddress(python, "Py_Main") : NULL;
    if (!python_main)
        return fail(L"python\\python313.dll can't be loaded. Install deskpet again.");
    wcscpy(option, L"deskpet-launcher=");
    wcscat(option, program);
    /* -I: neither variables of Python nor packages of the user are read. */
    wchar_t *first[] = {program, L"-I", L"-X", option, L"-m", L"deskpet_start"};
    int own = sizeof first / sizeof *first;
    wchar_t **words = calloc(own + count, sizeof *words);
    if (!words)
        return fail(L"there is no memory left.");
    memcpy(words, first, sizeof first);
    for (int i = 1; i < count; i++)
        words[own + i - 1] = arguments[i];
    return python_main(own + count - 1, words);
}

#ifdef CONSOLE
int wmain(int count, wchar_t **arguments)
{
    return run(count, arguments);
}
#else
int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR line, int show)
{
    (void)instance, (void)previous, (void)line, (void)show;
    return run(__argc, __wargv);
}
#endif
