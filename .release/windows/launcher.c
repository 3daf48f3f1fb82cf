/* Runs deskpet in this process with the Python in the folder `python` beside this program. */

#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define LONGEST_PATH 32768

typedef int (*PythonMain)(int, wchar_t **);

static int fail(const wchar_t *message)
{
#ifdef CONSOLE
    fwprintf(stderr, L"deskpet: %ls\n", message);
#else
    MessageBoxW(NULL, message, L"deskpet", MB_ICONERROR);
#endif
    return 1;
}

static int run(int count, wchar_t **arguments)
{
    static wchar_t program[LONGEST_PATH], library[LONGEST_PATH], option[LONGEST_PATH];
    DWORD length = GetModuleFileNameW(NULL, program, LONGEST_PATH);
    if (length == 0 || length > LONGEST_PATH - 64)
        return fail(L"its folder has too long a name.");
    wcscpy(library, program);
    wcscpy(wcsrchr(library, L'\\'), L"\\python\\python313.dll");
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
