/** What a rehearsal showed and did not show, and what became of it. */
export const rehearsal = {
  seconds: (count: string) => `${count} s`,
  /** Each as one clause. */
  limits: {
    network: (hosts: string) => `rehearsed without network; it tried ${hosts}`,
    socket: 'writes through a socket cannot be rehearsed; it asked for one and got none',
    'no-server':
      'nothing listens in a rehearsal, also not what runs on this machine; it says that nobody answered, and may have failed because of that',
    'left-running':
      'a process that it started still ran when it ended, and was ended; what that would do later is not shown',
    time: (time: string) => `did not finish in ${time}; what it changed until then is shown`,
    bytes: (size: string) => `ended, since it wrote more than ${size}`,
    entries: (count: string) =>
      `ended, since it made or removed more than ${count} entries; not all of them are shown`,
    room: 'ended, since the disk was filling up',
    cancelled: 'called off before it ended',
    'folder-rename':
      'renaming a folder fails in a rehearsal (EXDEV) and would work for real; it may have failed or copied because of that',
    'hard-links': (path: string) => `${path} has other names; they would change with it for real`,
    mount: (path: string) => `${path} is another file system and was seen empty`,
    refused: (path: string) => `${path} could not be written to: it is not among what was rehearsed`,
    closed: (path: string) =>
      `${path} is closed to commands, and gave nothing; outside the sandbox it would be read`,
    attributes: (path: string) =>
      `${path} got another owner or other attributes, which are not shown, or was only opened to be written`,
    'not-opened': (path: string) => `writes in ${path} cannot be rehearsed`,
    'not-counted': (path: string) => `${path} holds more than was counted`,
    'too-deep': (path: string) => `what lies below ${path} was not looked at: the path is too long`,
  },
  types: {
    file: '',
    folder: 'folder ',
    link: 'link ',
    pipe: 'pipe ',
    socket: 'socket ',
    device: 'device ',
  },
  change: {
    created: (what: string) => `created ${what}`,
    changed: (what: string) => `changed ${what}`,
    deleted: (what: string) => `deleted ${what}`,
    moved: (what: string) => `moved ${what}`,
    mode: (what: string) => `changed the mode of ${what}`,
  },
  moved: (from: string, to: string) => `${from} to ${to}`,
  /** What would change, as a sentence. */
  headline: {
    clause: {
      deleted: (what: string) => `delete ${what}`,
      changed: (what: string) => `change ${what}`,
      moved: (what: string) => `move ${what}`,
      mode: (what: string) => `change the mode of ${what}`,
      created: (what: string) => `create ${what}`,
    },
    things: { one: 'file or folder', other: 'files and folders' },
    in: (things: string, folder: string) => `${things} in ${folder}`,
    rest: {
      one: (count: string) => `make ${count} other change`,
      other: (count: string) => `make ${count} other changes`,
    },
    before: (effect: string) => `Checked before: ${effect}`,
    done: (clauses: string) => `Would ${clauses}.`,
    atLeast: (clauses: string) => `Would at least ${clauses}.`,
    unfinished: (clauses: string) => `Not finished when it was ended; until then it would ${clauses}.`,
  },
  /** What git could give back of what is deleted, and what not. */
  kept: {
    untracked: (count: string) => `${count} untracked`,
    modified: (files: string) => `changes in ${files}`,
    ignored: (count: string) => `${count} ignored`,
    asFar: ', as far as was looked at',
    all: 'git has all of it',
    unknown: 'git does not know it',
    lost: (parts: string) => `lost: ${parts}`,
    rest: '; git has the rest',
  },
  /** Why nothing of it can be applied, as a sentence without its full stop. */
  nothing: 'There is nothing to apply',
  onlyByRun: (because: string) => `Needs a run: ${because}`,
  something: 'something',
  because: {
    limits: () => 'the rehearsal does not show all of them',
    ended: () => 'the rehearsal was ended before the command was',
    attempts: () => 'the command wanted a connection that a rehearsal does not give',
    stopped: () => 'the command was refused something in the rehearsal',
    many: () => 'there are too many to be listed',
    room: () => 'copies of other rehearsals take up the room',
    'hard-links': (of: string) => `${of} has several names`,
    owner: (of: string) => `${of} belongs to somebody else`,
    special: (of: string) => `${of} is of a kind, or has a mode, that is not applied`,
    guarded: (of: string) => `${of} is a repository, agents’ settings or the engine’s own`,
    name: (of: string) => `the name ${of} cannot be shown as it is`,
    'moved-away': (of: string) => `${of} is not what it was any more`,
    unavailable: () => 'nothing can be applied here',
  },
  /** Why it was not, under the policy of effects. */
  notOnCopies: {
    all: (reason: string) => `Not run on copies, but as under on-request: ${reason}`,
    stays: 'it may go on beyond its call',
  },
  /** What a yes means that applies it. */
  putInPlace: 'Only this: what its rehearsal showed is applied, and it does not run again.',
  /** What a yes for longer means then: `plus` is what it adds. */
  forSession: (plus: string) => `A yes for the session is for runs inside the sandbox${plus}.`,
  /** What of it was put in place, as a sentence without its full stop. */
  applied: {
    all: (parts: string) => `Applied as shown: ${parts}`,
    byRule: (rule: string, parts: string) => `Answered by the rule “${rule}”: ${parts}`,
    unasked: (parts: string) => `Run on copies and put in place: ${parts}`,
    unaskedUnchanged: 'Run on copies: nothing changed',
    unchanged: 'nothing changed',
    deleted: (files: string) => `${files} deleted`,
    changed: (count: string) => `${count} changed`,
    moved: (count: string) => `${count} moved`,
    mode: {
      one: (count: string) => `${count} mode changed`,
      other: (count: string) => `${count} modes changed`,
    },
    created: (count: string) => `${count} created`,
    leftOut: (count: string) => `; ${count} left out`,
    inPart: (count: string) => `; ${count} in part`,
  },
} as const
