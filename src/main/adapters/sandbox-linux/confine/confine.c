/*
 * Confines itself with Landlock, a system call filter and resource limits, and becomes another program.
 *
 *   confine <limits> <count> <path>... <program> [<argument>...]
 *
 * <limits> is `-`, or pairs `<resource>=<value>` with commas between (resource numbers of the kernel); a limit is only
 * ever lowered. Below the <count> paths, and through the standard descriptors, files may be opened for writing; everywhere
 * else that is refused, whatever kind of file it is, and a process in here can trace no process out of here. With `-` for
 * <count> there are no paths and no Landlock rules. <program> is an absolute path.
 *
 * The filter refuses pairs of sockets that are not connected for good: a datagram socket, even one of a pair, reaches every
 * Unix socket that it may write to by an address in its message. It is not in the filter of the whole sandbox since the
 * relay of the network, which stands in front of this, makes such a pair.
 *
 * Ends with 125 and a line on standard error where any of this is impossible; the program is not started then.
 * Built without a C library by scripts/build-stages.mjs, whose output is confine-program.ts.
 */
#include "system-call.h"

#if defined(__x86_64__)
enum { OPENAT = 257, WRITE = 1, EXIT = 60, EXECVE = 59, PRCTL = 157, PRLIMIT = 302, SOCKETPAIR = 53, ARCHITECTURE = 0xc000003e };
#elif defined(__aarch64__)
enum { OPENAT = 56, WRITE = 64, EXIT = 93, EXECVE = 221, PRCTL = 167, PRLIMIT = 261, SOCKETPAIR = 199, ARCHITECTURE = 0xc00000b7 };
#endif

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { PATH_BENEATH = 1, VERSION = 1, WRITE_FILE = 1 << 1, REFER = 1 << 13 };
enum { SET_NO_NEW_PRIVS = 38, SET_SECCOMP = 22, FILTER = 2, CLOSE_ON_EXEC = 02000000, NAMES_ONLY = 010000000, CURRENT_FOLDER = -100 };

struct beneath {
    u64 allowed;
    int parent;
} __attribute__((packed));

enum { TYPE_BITS = 0xf, STREAM = 1, PACKET = 5 };
#define TYPE_AT ARGUMENT_AT(1)
#define UNSUPPORTED (0x00050000 | 97)

static const struct instruction pairs[] = {
    { LOAD, 0, 0, ARCHITECTURE_AT },
    { IF_EQUAL, 0, 6, ARCHITECTURE },
    { LOAD, 0, 0, NUMBER_AT },
    { IF_EQUAL, 0, 4, SOCKETPAIR },
    { LOAD, 0, 0, TYPE_AT },
    { KEEP_BITS, 0, 0, TYPE_BITS },
    { IF_EQUAL, 1, 0, STREAM },
    { IF_EQUAL, 0, 1, PACKET },
    { RETURN, 0, 0, ALLOWED },
    { RETURN, 0, 0, UNSUPPORTED },
};

static const struct {
    unsigned short count;
    const struct instruction *program;
} filter = { sizeof pairs / sizeof *pairs, pairs };

struct limit {
    u64 soft, hard;
};

static void end(const char *why)
{
    u64 length = 0;
    while (why[length]) length++;
    call(WRITE, 2, (long)"confine: ", 9, 0, 0, 0);
    call(WRITE, 2, (long)why, length, 0, 0, 0);
    call(WRITE, 2, (long)"\n", 1, 0, 0, 0);
    for (;;) call(EXIT, 125, 0, 0, 0, 0, 0);
}

/* Reads digits from *at on; *at is then what follows them. */
static u64 number(const char **at)
{
    u64 value = 0;
    if (**at < '0' || **at > '9') end("expected a number");
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (value > ~0UL / 10 - 1) end("a number is too large");
        value = value * 10 + (**at - '0');
    }
    return value;
}

static void lower(const char *text)
{
    if (text[0] == '-' && text[1] == 0) return;
    for (;;) {
        struct limit now;
        u64 resource = number(&text), value;
        if (*text++ != '=') end("expected <resource>=<value>");
        value = number(&text);
        if (call(PRLIMIT, 0, resource, 0, (long)&now, 0, 0) < 0) end("a limit cannot be read");
        if (value < now.hard) now.hard = value;
        if (now.soft > now.hard) now.soft = now.hard;
        if (value < now.soft) now.soft = value;
        if (call(PRLIMIT, 0, resource, (long)&now, 0, 0, 0) < 0) end("a limit cannot be set");
        if (*text == 0) return;
        if (*text++ != ',') end("expected a comma");
    }
}

static long allow(long ruleset, long parent, u64 allowed)
{
    struct beneath rule;
    rule.allowed = allowed;
    rule.parent = (int)parent;
    return call(ADD_RULE, ruleset, PATH_BENEATH, (long)&rule, 0, 0, 0);
}

static void allow_path(long ruleset, const char *path, u64 allowed)
{
    long parent = call(OPENAT, CURRENT_FOLDER, (long)path, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    if (parent < 0) end("a writable place cannot be opened");
    if (allow(ruleset, parent, allowed) < 0) end("a writable place cannot be allowed");
}

/* Refuses to write below anything but these places, and returns the rules to be applied. */
static long rules_for(const char **paths, long places)
{
    u64 handled = WRITE_FILE | REFER;
    long ruleset, fd;
    /* Version 1 forbids to rename between folders altogether. */
    if (call(CREATE_RULESET, 0, 0, VERSION, 0, 0, 0) < 2) end("this kernel has no Landlock, or too old a one");
    ruleset = call(CREATE_RULESET, (long)&handled, sizeof handled, 0, 0, 0, 0);
    if (ruleset < 0) end("no Landlock rules can be made");
    allow_path(ruleset, "/", REFER);
    for (; places > 0; places--) allow_path(ruleset, *paths++, WRITE_FILE);
    /* A pipe without a name needs no rule, and is refused as one. */
    for (fd = 0; fd < 3; fd++) allow(ruleset, fd, WRITE_FILE);
    return ruleset;
}

__attribute__((used, noreturn)) void run(long *stack)
{
    long count = stack[0], ruleset = -1, places = 0;
    const char **words = (const char **)(stack + 1), **environment = words + count + 1, *text;

    if (count < 4) end("too few arguments");
    text = words[2];
    if (text[0] != '-' || text[1] != 0) {
        places = (long)number(&text);
        if (*text || places > count - 4) end("too few arguments");
        ruleset = rules_for(words + 3, places);
    }
    lower(words[1]);
    if (call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) < 0) end("privileges cannot be given up");
    if (ruleset >= 0 && call(RESTRICT_SELF, ruleset, 0, 0, 0, 0, 0) < 0) end("the Landlock rules cannot be applied");
    if (call(PRCTL, SET_SECCOMP, FILTER, (long)&filter, 0, 0, 0) < 0) end("the filter cannot be applied");
    words += 3 + places;
    call(EXECVE, (long)words[0], (long)words, (long)environment, 0, 0, 0);
    end("the program cannot be started");
    for (;;)
        ;
}
