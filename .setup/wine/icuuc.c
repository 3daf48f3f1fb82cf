/* Windows 10 has icuuc.dll, Wine 8 has not, and Qt6Core.dll imports these symbols of it. Qt opens a converter only for
 * encodings that it does not know itself, and takes a failure for "not supported". */

#include <stddef.h>
#include <stdint.h>

#define EXPORT __declspec(dllexport)

enum { U_UNSUPPORTED_ERROR = 16 };

EXPORT void *ucnv_open(const char *name, int32_t *error)
{
    (void)name;
    *error = U_UNSUPPORTED_ERROR;
    return NULL;
}

/* Nothing below is reached with a converter, because none can be opened. */
EXPORT void ucnv_close(void *converter) { (void)converter; }
EXPORT void ucnv_reset(void *converter) { (void)converter; }
EXPORT int8_t ucnv_getMaxCharSize(const void *converter) { (void)converter; return 1; }
EXPORT const char *ucnv_getName(const void *converter, int32_t *error)
{
    (void)converter;
    *error = U_UNSUPPORTED_ERROR;
    return NULL;
}

EXPORT void ucnv_toUnicode(void) {}
EXPORT void ucnv_fromUnicode(void) {}
EXPORT void ucnv_getToUCallBack(void) {}
EXPORT void ucnv_getFromUCallBack(void) {}
EXPORT void ucnv_setToUCallBack(void) {}
EXPORT void ucnv_setFromUCallBack(void) {}
EXPORT void ucnv_cbToUWriteUChars(void) {}
EXPORT void ucnv_cbFromUWriteUChars(void) {}
EXPORT void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) {}
EXPORT void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) {}
EXPORT int32_t ucnv_toUCountPending(const void *converter, int32_t *error) { (void)converter; (void)error; return 0; }
EXPORT int32_t ucnv_fromUCountPending(const void *converter, int32_t *error) { (void)converter; (void)error; return 0; }
EXPORT int32_t ucnv_countAvailable(void) { return 0; }
EXPORT const char *ucnv_getAvailableName(int32_t index) { (void)index; return NULL; }
EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int32_t *error)
{
    (void)name;
    (void)standard;
    (void)error;
    return NULL;
}
