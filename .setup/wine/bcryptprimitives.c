/* Windows 10 has bcryptprimitives.dll, Wine 8 has not. The standard library of Rust takes its random numbers from it,
 * so pydantic_core.pyd and others import it. */

#include <windows.h>

/* RtlGenRandom of ntsecapi.h, exported by advapi32.dll under this name. */
BOOLEAN WINAPI SystemFunction036(void *buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *buffer, SIZE_T length)
{
    while (length > 0) {
        const ULONG piece = length > 0x10000 ? 0x10000 : (ULONG)length;
        if (!SystemFunction036(buffer, piece)) {
            return FALSE;
        }
        buffer += piece;
        length -= piece;
    }
    return TRUE;
}
