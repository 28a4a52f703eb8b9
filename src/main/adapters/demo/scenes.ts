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
  readonly after: Readonly<Record<SceneResult, string>>
}

/** The demo's three scenes. Their commands are real and run in the real sandbox; only the words are scripted. */
export const scenes: readonly Scene[] = [
  {
    before:
      'This is the **demo**: a scripted agent, no model and no network, but the commands are real. First I look around. Reading is allowed, so this simply runs.',
    command: ['bash', '-c', 'git log --oneline && ls -l . src'],
    view: { description: 'Lists the commits and the files of the project.', level: 'low' },
    after: {
      done: 'A small project with one commit. Nothing had to be decided: the command only read.',
      refused: 'You did not let me look, so I go on without it.',
      failed: 'Looking around did not work here; I go on without it.',
    },
  },
  {
    before:
      'Now I copy the release notes to `../outbox`. That folder lies **outside the workspace**, so the sandbox will stop the write and you decide.',
    command: ['bash', '-c', 'cp CHANGELOG.md ../outbox/release-notes.md'],
    justification: 'Put the release notes where the release job picks them up.',
    view: {
      description:
        'Copies one text file to a folder beside the project. A file of that name there is overwritten.',
      level: 'medium',
    },
    after: {
      done: 'The release notes are in `../outbox`. What was done there is what you allowed, this once.',
      refused: 'Understood: the release notes stay here. Nothing was written outside the workspace.',
      failed: 'The release notes could not be written, so they stay here.',
    },
  },
  {
    before:
      'Last, a clean-up: old files in `../shared-cache`, again outside the workspace. This one **deletes**.',
    command: ['bash', '-c', 'rm -f ../shared-cache/*.tmp'],
    justification: 'Clear stale cache files.',
    // Too low on purpose: the demo shows what becomes of a model that plays a deletion down.
    view: { description: 'Clears temporary files from a cache.', level: 'low', category: 'data_deletion' },
    after: {
      done: 'The cache files are gone.',
      refused: 'Understood: the cache files stay as they are.',
      failed: 'The cache files are still there.',
    },
  },
]

/** The answer to whatever is said to it that does not begin it. */
export const unread =
  'No model reads this: the demo is a script. For real work begin a new session in a folder of your own; where no model is set up yet, that page says how.'
