/* common.c: passwords that are tried first: the commonest of eight and more characters in the lists of what was stolen
 * elsewhere, in the languages of our guests. Short on purpose; whoever wants to be safe takes a phrase. */
#include <string.h>
#include <strings.h>

#include "hosts/server/http/password.h"

static const char *const common[] = {
    "password",   "password1",   "password12",    "password123", "password1234", "passw0rd",
    "p@ssw0rd",   "p@ssword",    "pa55word",      "pa$$word",    "passwords",    "mypassword",
    "12345678",   "123456789",   "1234567890",    "12345678910", "123123123",    "987654321",
    "87654321",   "0987654321",  "0123456789",    "01234567",    "11223344",     "12341234",
    "123454321",  "12344321",    "1q2w3e4r",      "1q2w3e4r5t",  "1qaz2wsx",     "1qazxsw2",
    "qwertyui",   "qwertyuiop",  "qwertzui",      "qwertzuiop",  "qwerty12",     "qwerty123",
    "qwerty1234", "qwertz123",   "asdfghjk",      "asdfghjkl",   "zxcvbnm1",     "zaq12wsx",
    "qazwsxedc",  "abcdefgh",    "abcd1234",      "abc12345",    "abcdef123",    "a1b2c3d4",
    "aa123456",   "iloveyou",    "iloveyou1",     "iloveyou2",   "sunshine",     "princess",
    "football",   "baseball",    "basketball",    "superman",    "starwars",     "trustno1",
    "whatever",   "welcome1",    "welcome123",    "letmein1",    "letmein123",   "changeme",
    "changeme1",  "admin123",    "administrator", "computer",    "internet",     "michelle",
    "jennifer",   "victoria",    "charlie1",      "samantha",    "alexander",    "liverpool",
    "chocolate",  "butterfly",   "dragon123",     "monkey123",   "pokemon1",     "minecraft",
    "secret123",  "test1234",    "testtest",      "guest1234",   "speakeasy",    "gangster",
    "gangsters",  "famiglia",    "chicago1",      "passwort",    "passwort1",    "passwort123",
    "schatz123",  "geheim123",   "ichliebedich",  "hallo123",    "hallohallo",   "fussball",
    "sommer123",  "deutschland", "baerchen",      "willkommen",  "wachtwoord",   "wachtwoord1",
    "welkom01",   "welkom123",   "voetbal1",      "nederland",   "geheim01",     "feyenoord",
    "amsterdam",  "hallo1234",   "ikhouvanjou",   "zomer2024",   "sommer2024",   "summer2024",
};

static bool is_one_again_and_again(const char *password)
{
    return strspn(password, (char[]){password[0], '\0'}) == strlen(password);
}

static bool is_name(const char *password, const char *name)
{
    size_t n = strlen(name);
    return n > 3 && strncasecmp(password, name, n) == 0 &&
           strspn(password + n, "0123456789!.") == strlen(password + n);
}

bool srv_password_is_common(const char *password, const char *name)
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strcasecmp(password, common[i]) == 0)
            return true;
    return is_one_again_and_again(password) || (name && is_name(password, name));
}
