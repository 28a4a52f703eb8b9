/** The words of the sandboxes of a fleet. */
export const sandboxes = {
  states: {
    looking: 'looking for its sandboxes',
    found: (count: number) =>
      count === 0 ? 'no sandbox' : count === 1 ? '1 sandbox' : `${String(count)} sandboxes`,
    others: (count: number) => `${String(count)} not shown`,
    away: 'not reached',
    trouble: 'the cluster cannot be told that a sandbox is in use',
  },
  settings: {
    title: 'Where, and of what',
    titleOf: (fleet: string) => `Where, and of what: ${fleet}`,
    means:
      'As in config.toml; the context is one of your kubeconfig. Sandboxes that are there stay where they are, and a window with another place shows them no more.',
    context: 'Context',
    namespace: 'Namespace',
    template: 'Template',
    ready_seconds: 'Seconds until one is ready',
    idle_minutes: 'Minutes without anybody, until the cluster removes one',
    save: 'Save',
    canBeMade: (version: string) => `The template is there (${version}).`,
    pool: (pool: string, ready: number) =>
      `${String(ready)} of the warm pool ${pool} ${ready === 1 ? 'stands' : 'stand'} ready.`,
    left: {
      title: 'Its sandboxes',
      asking: 'Asking the cluster and each of them …',
      none: 'No sandbox of yours from this machine.',
      uses: {
        connected: 'in use: somebody is connected with it',
        working: 'in use: something runs or waits there',
        left: 'left over',
        'not-ready': 'not ready, and nobody waits for it',
        unknown: 'its engine cannot be asked whether something runs there',
      },
      remove: 'Delete',
      removeOf: (sandbox: string) => `Delete: ${sandbox}`,
      removeAll: (count: number) => `Delete ${String(count)} that are left over`,
      ask: (count: number) => (count === 1 ? 'Delete this sandbox?' : `Delete ${String(count)} sandboxes?`),
      lost: 'What was changed there and was not brought back is gone with it, and its sessions. One that is in use by then stays.',
      came: (deleted: number, stays: number) =>
        `${deleted === 1 ? '1 was' : `${String(deleted)} were`} deleted.${stays === 0 ? '' : ` ${stays === 1 ? '1 is' : `${String(stays)} are`} in use by now, and stayed.`}`,
    },
  },
  lookAgainOf: (name: string) => `Look for its sandboxes again: ${name}`,
  inNew: (fleet: string) => `${fleet}: new sandbox`,
  work: 'Work',
  works: { clone: 'Clone', send: 'Send a folder' },
  from: 'Address or remote',
  fromHint: 'https://… or origin',
  branch: 'Branch',
  folder: 'Folder here',
  says: {
    clone: (folder: string) =>
      folder === ''
        ? 'Cloned in the cluster, with its network and its credentials.'
        : `Cloned in the cluster, with its network and its credentials. A remote’s name is one of ${folder}.`,
    send: 'Sent without .git, what .gitignore files leave out, and symbolic links.',
    message: 'What is written above is the first message there.',
  },
  making: 'Sandboxes that are being made',
  steps: {
    asked: 'Asking the cluster',
    waiting: 'Waiting for a sandbox',
    ready: 'The sandbox is ready',
    cloning: 'Cloning there',
    sending: 'Sending the folder',
    connecting: 'Starting the engine there',
    cancelled: 'Deleting what was made',
  },
  sent: (size: string) => `${size} sent`,
  cancel: 'Cancel',
  cancelOf: (work: string) => `Cancel: ${work}`,
  failed: (fleet: string) => `No session was begun on ${fleet}:`,
  cancelled: (fleet: string) => `Cancelled: no session was begun on ${fleet}.`,
  kept: (sandbox: string) =>
    `The work is in ${sandbox}, which stays: begin a session there, or delete it with “countersign hosts clean”.`,
  left: 'What was made may be left there:',
  refused: {
    address:
      'Expected https://, ssh://, git:// or user@host:path, without a password: it would be written down there.',
    remote: 'The repository of the folder above has no remote of that name. Expected one, or an address.',
    branch: 'Expected the name of a branch.',
  },
  said: 'Words of the cluster. Nobody has checked them.',
  end: {
    title: (sandbox: string, deletes: boolean) =>
      `${deletes ? 'Delete' : 'Archive'} the last session of ${sandbox}?`,
    text: 'No other session is in this sandbox. If it is deleted, what was changed there and was not brought back is gone, and its sessions with it.',
    looking: 'Asking the sandbox what was changed there …',
    changed: (files: number, pulled: boolean) =>
      `${files === 1 ? '1 file was' : `${String(files)} files were`} changed there ${pulled ? 'since it was brought back last' : 'since it began, and nothing was brought back'}.`,
    same: (pulled: boolean) =>
      pulled
        ? 'Nothing was changed there since it was brought back last.'
        : 'Nothing was changed there since it began.',
    elsewhere: 'There is work on other branches or put aside there, too.',
    unknown: 'Whether something was changed there cannot be known:',
    unasked: 'Its engine cannot be asked whether something runs there.',
    toldBy: 'The sandbox says so itself.',
    keep: 'Archive, keep the sandbox',
    keepAfterDelete: 'Delete it, keep the sandbox',
    remove: 'Delete the sandbox',
    removing: 'Deleting …',
    stays: {
      connected: 'It was not deleted: somebody else is connected with it.',
      working: 'It was not deleted: something runs or waits there.',
      unknown: 'It was not deleted: its engine cannot be asked whether something runs there.',
      sessions: 'It was not deleted: there is another session in it.',
      other: 'It was not deleted.',
    },
    failed: 'It was not deleted:',
  },
} as const
