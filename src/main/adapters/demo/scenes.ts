/** What became of a scene's command, read off the output the engine gave. */
export type SceneResult = 'done' | 'refused' | 'failed'

/**
 * One scene: what the agent says, what it runs, and what it says to each result. `view` is what the demo's model answers
 * when it is asked for its view of the command: description and level.
 */
export interface Scene {
  readonly before: string
  readonly command: readonly string[]
  readonly justification?: string
  readonly view: {
    readonly description: string
    readonly level: 'low' | 'medium'
    readonly category?: string
  }
  readonly after: Readonly<Partial<Record<SceneResult, string>>>
}

/** The host that the demo asks for: a name that is kept for examples and leads nowhere. */
const host = 'releases.example'

/**
 * The demo's scenes, in few words: with its three questions it is read within a minute. Their commands are real and run in the real sandbox;
 * only the words are scripted.
 */
export const scenes: readonly Scene[] = [
  {
    before: 'A scripted agent, **real commands**. This one only reads, so it runs.',
    command: ['bash', '-c', 'git log --oneline && ls src'],
    view: { description: 'Lists the commits and the files of the project.', level: 'low' },
    after: {
      refused: 'You did not let me look, so I go on without it.',
      failed: 'Looking around did not work here; I go on without it.',
    },
  },
  {
    before: 'The release notes go **outside the project**. The sandbox stops that, and you decide.',
    command: ['bash', '-c', 'cp CHANGELOG.md ../outbox/release-notes.md'],
    justification: 'Put the release notes where the release job picks them up.',
    view: { description: 'Copies one text file to a folder beside the project.', level: 'low' },
    after: {
      refused: 'Then they stay here.',
      failed: 'They could not be written, so they stay here.',
    },
  },
  {
    before: 'The page goes to `../site`. A **rule** of this project allows that.',
    command: ['bash', '-c', 'cp README.md ../site/index.md'],
    justification: 'Put the page where the site is made from.',
    view: { description: 'Copies one text file to a folder beside the project.', level: 'low' },
    after: {
      refused: 'Then the page stays as it is.',
      failed: 'The page could not be written.',
    },
  },
  {
    before: `Is it published? That takes the **network**; \`${host}\` is a name for examples and leads nowhere.`,
    command: ['bash', '-c', `git ls-remote https://${host}/lighthouse.git`],
    view: {
      description: 'Asks a server for the versions that it has.',
      level: 'medium',
      category: 'network_access',
    },
    after: {
      refused: 'Then I do not ask.',
      failed: 'No answer came.',
    },
  },
  {
    before: 'Last, a clean-up that **deletes**.',
    command: ['bash', '-c', 'rm -f ../shared-cache/*.tmp'],
    justification: 'Clear stale cache files.',
    view: {
      description: 'Deletes temporary files from a cache.',
      level: 'medium',
      category: 'data_deletion',
    },
    after: {
      done: 'The cache files are gone.',
      refused: 'Then they stay.',
      failed: 'The cache files are still there.',
    },
  },
]

/** The answer to whatever is said to it that does not begin it. */
export const unread =
  'No model reads this: the demo is a script. For real work begin a new session in a folder of your own; where no model is set up yet, that page says how.'
