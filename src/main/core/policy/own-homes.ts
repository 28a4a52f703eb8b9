import { isWithin } from '../shell/paths'

/** Where this program's home may be unless the environment says another, from a person's home folder. */
const defaultHomes: readonly string[] = [
  '.countersign',
  '.config/countersign',
  'Library/Application Support/Countersign',
  'AppData/Roaming/Countersign',
]

/** What of such a home holds keys, or what was said. */
const records: readonly string[] = [
  'auth.json',
  'private-keys.json',
  'history.jsonl',
  'sessions',
  'archived_sessions',
]

/** The same from a person's home folder, wherever the program's own is by default. */
export const ownRecords: readonly string[] = defaultHomes.flatMap((home) =>
  records.map((name) => `${home}/${name}`),
)

/** Whether a path from the program's own home holds keys or what was said, or lies in what does. */
export const isOwnRecord = (path: string): boolean => records.some((name) => isWithin(path, name))

/** Whether a path from a person's home folder is the program's own home by default, or lies in it. */
export const inDefaultHome = (path: string): boolean => defaultHomes.some((home) => isWithin(path, home))
