import type { demo } from '@shared/languages/english/demo'
import type { SpokenLanguage } from '@shared/languages/spoken-language'

/** What became of a scene's command, read off the output the engine gave. */
export type SceneResult = 'done' | 'refused' | 'failed'

/** What the demo's agent says, in one language. An empty text is not said. */
export type DemoWords = SpokenLanguage['demo']

/**
 * One scene: the command that the agent runs, and the level that the demo's model sees in it when it is asked. What is said in it stands
 * in the languages, under its name.
 */
export interface Scene {
  readonly name: Exclude<keyof typeof demo, 'unread'>
  readonly command: readonly string[]
  readonly level: 'low' | 'medium'
  readonly category?: string
}

/** A name that is kept for examples and leads nowhere. */
const host = 'releases.example'

/**
 * The demo's scenes, in few words: with its three questions it is read within a minute. Their commands are real and run in the real sandbox;
 * only the words are scripted.
 */
export const scenes: readonly Scene[] = [
  { name: 'look', command: ['bash', '-c', 'git log --oneline && ls src'], level: 'low' },
  { name: 'notes', command: ['bash', '-c', 'cp CHANGELOG.md ../outbox/release-notes.md'], level: 'low' },
  { name: 'page', command: ['bash', '-c', 'cp README.md ../site/index.md'], level: 'low' },
  {
    name: 'published',
    command: ['bash', '-c', `git ls-remote https://${host}/lighthouse.git`],
    level: 'medium',
    category: 'network_access',
  },
  {
    name: 'cleanUp',
    command: ['bash', '-c', 'rm -f ../shared-cache/*.tmp'],
    level: 'medium',
    category: 'data_deletion',
  },
]
