/* look.c: what a name looks like (srv_name_look). Nothing of it is kept, so the table may grow. */
#include <string.h>

#include "hosts/server/store/store.h"

enum {
    ACCENT = 1,
    ACCENTED = 10
}; /* any accent is as good as another: few people see which it is */

/* Letters that are drawn as Latin ones, or nearly. Capitals and small letters each by their own shape: the Greek H is an
 * eta, but a small eta looks like an n. Left the letters, right what they look like, one for one. */
static const struct {
    const char *letters, *look;
} alike[] = {
    /* Latin with an accent: the first ACCENTED rows */
    {"ÀÁÂÃÄÅàáâãäåĀāĂăĄą", "aaaaaaaaaaaaaaaaaa"},
    {"ÇçĆćĈĉĊċČčĎďĐđ", "ccccccccccdddd"},
    {"ÈÉÊËèéêëĒēĔĕĖėĘęĚě", "eeeeeeeeeeeeeeeeee"},
    {"ĜĝĞğĠġĢģĤĥĦħ", "gggggggghhhh"},
    {"ÌÍÎÏìíîïĨĩĪīĬĭĮįĴĵĶķ", "iiiiiiiiiiiiiiiijjkk"},
    {"ĹĺĻļĽľĿŀŁłÑñŃńŅņŇň", "llllllllllnnnnnnnn"},
    {"ÒÓÔÕÖØòóôõöøŌōŎŏŐő", "oooooooooooooooooo"},
    {"ŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧ", "rrrrrrsssssssstttttt"},
    {"ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų", "uuuuuuuuuuuuuuuuuuuu"},
    {"ŴŵÝýÿŶŷŸŹźŻżŽž", "wwyyyyyyzzzzzz"},
    /* ... and two that are none to the eye */
    {"İı", "ii"},
    /* Cyrillic */
    {"АВЕЁКМНОРСТУХЅІЇЈ", "abeekmhopctyxslij"},
    {"авеёкмноргстухѕіїјьпһӏԁԛԝ", "abeekmhoprctyxsiijbnhldqw"},
    /* Greek */
    {"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx"},
    {"αβγεηικνορστυχωάέήίόύώ", "abyenikvopotuxwaeniouw"},
    /* Armenian */
    {"ՕՍՏԼօոսհյցզաՈլ", "ouslonuhjgqwnl"},
    /* Cherokee; its small letters are the same ones, smaller */
    {"ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "drtiajewmhygzbrwsvslcpkdgb"},
    /* Lisu */
    {"ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpddtgkjczfmnlsrvhwxyaelou"},
    /* small capitals, and what is nearly an a or a g */
    {"ɑɡɩɢʜɪʟɴʀʏʙᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ", "agighilnrybacdejkmoptuvwzfs"},
    /* letters of formulas that stand outside their alphabets, and Roman numbers */
    {"ℂℊℋℌℍℎℐℑℒℓℕℙℚℛℜℝℤℨ\u212a\u212bℬℭℯℰℱℳℴℹⅅⅆⅇⅈⅉ", "cghhhhllllnpqrrrzzkabceefmoiddeij"},
    {"ⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ", "lvxlcdmivxlcdm"},
};

/* -- Characters of UTF-8 --------------------------------------------------------------------------- */

static size_t length_at(const char *p)
{
    size_t n = 1;
    while (((unsigned char)p[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static bool is_between(const char *p, size_t n, const char *first, const char *last)
{
    return n == strlen(first) && memcmp(p, first, n) >= 0 && memcmp(p, last, n) <= 0;
}

/* Accents that stand on the letter before. */
static bool is_accent(const char *p, size_t n) { return is_between(p, n, "\xcc\x80", "\xcd\xaf"); }

/* What joins or varies pictures. */
static bool is_joint(const char *p, size_t n)
{
    return is_between(p, n, "\xe2\x80\x8d", "\xe2\x80\x8d") ||
           is_between(p, n, "\xef\xb8\x80", "\xef\xb8\x8f") ||
           is_between(p, n, "\xf3\xa0\x80\x80", "\xf3\xa0\xbf\xbf");
}

/* -- Looks ---------------------------------------------------------------------------------------- */

static char ascii_look(char c)
{
    if (c == 'I' || c == '1' || c == '|')
        return 'l';
    if (c == '0')
        return 'o';
    return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

/* Rows of the same letters in other dresses: bold, in circles, in full width. From the first to the last character they
 * stand for 'as', as often as there are dresses. Greek ones, and small Cherokee, stand for letters of the table above. */
static const struct {
    int first, last;
    const char *as;
} dresses[] = {
#define SMALL "abcdefghijklmnopqrstuvwxyz"
#define LARGE "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    {0x1d400, 0x1d6a3, LARGE SMALL},
    {0x1d6a4, 0x1d6a5, "ij"},
    {0x1d6a8, 0x1d7c9,
     "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΘΣΤΥΦΧΨΩ∇"
     "αβγδεζηθικλμνξοπρςστυφχψω∂εθκφρπ"},
    {0x1d7ce, 0x1d7ff, "0123456789"},
    {0x24b6, 0x24e9, LARGE SMALL},
    {0x1f130, 0x1f149, LARGE},
    {0x1f150, 0x1f169, LARGE},
    {0x1f170, 0x1f189, LARGE},
    {0xff01, 0xff5e, "!\"#$%&'()*+,-./0123456789:;<=>?@" LARGE "[\\]^_`" SMALL "{|}~"},
    {0xab70, 0xabbf,
     "ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇ"
     "ᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯ"},
#undef SMALL
#undef LARGE
};

static int code_point(const char *p, size_t n)
{
    int c = n == 1 ? *p & 0x7f : *p & (0xff >> (n + 1));
    for (size_t i = 1; i < n; i++)
        c = c << 6 | (p[i] & 0x3f);
    return c;
}

static int count_characters(const char *text)
{
    int n = 0;
    for (; *text; text += length_at(text))
        n++;
    return n;
}

/* The character without its dress: itself, or one of 'as'. */
static const char *undress(const char *p, size_t n)
{
    int c = code_point(p, n);
    for (size_t i = 0; i < sizeof dresses / sizeof *dresses; i++) {
        const char *at = dresses[i].as;
        if (c < dresses[i].first || c > dresses[i].last)
            continue;
        for (int k = (c - dresses[i].first) % count_characters(at); k > 0; k--)
            at += length_at(at);
        return at;
    }
    return p;
}

/* The Latin letter that it looks like; '\0': none. And whether there is an accent on it. */
static char latin_look(const char *p, size_t n, bool *accent)
{
    p = undress(p, n);
    n = length_at(p);
    if (n == 1)
        return ascii_look(*p);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        const char *at = alike[i].letters;
        for (size_t k = 0; *at; k++, at += length_at(at))
            if (length_at(at) == n && memcmp(at, p, n) == 0) {
                *accent = i < ACCENTED;
                return alike[i].look[k];
            }
    }
    return '\0';
}

/* Two letters that look like one, and blanks and accents that nobody counts. */
static void join(char *look)
{
    char *to = look;
    for (const char *at = look; *at; at++) {
        if ((at[0] == 'r' && at[1] == 'n') || (at[0] == 'v' && at[1] == 'v'))
            *to++ = *at++ == 'r' ? 'm' : 'w';
        else if (at[0] != at[1] || (*at != ' ' && *at != ACCENT))
            *to++ = *at;
    }
    *to = '\0';
}

/* Of one character of n bytes, into room for as many and one more; returns how many there are. */
static size_t look_of(const char *p, size_t n, char *out)
{
    bool accent = false;
    char c = latin_look(p, n, &accent);
    if (is_joint(p, n))
        return 0;
    if (is_accent(p, n)) {
        out[0] = ACCENT;
        return 1;
    }
    memcpy(out, p, n);
    if (!c)
        return n;
    out[0] = c;
    out[1] = ACCENT;
    return accent ? 2 : 1;
}

void srv_name_look(const char *name, char look[SRV_NAME_ROOM])
{
    size_t n = 0;
    for (const char *p = name; *p && n + length_at(p) + 1 < SRV_NAME_ROOM; p += length_at(p))
        n += look_of(p, length_at(p), look + n);
    look[n] = '\0';
    join(look);
}
