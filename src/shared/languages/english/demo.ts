/**
 * What the demo's agent says in its scenes, in English: before a command, why it wants to run it, what its model thinks of it, and what it
 * says to each result. The commands stand with the demo; they are the same in every language.
 */
export const demo = {
  look: {
    before: 'A scripted agent, **real commands**. This one only reads, so it runs.',
    view: 'Lists the commits and the files of the project.',
    done: '',
    refused: 'You did not let me look, so I go on without it.',
    failed: 'Looking around did not work here; I go on without it.',
  },
  notes: {
    before: 'The release notes go **outside the project**. The sandbox stops that, and you decide.',
    why: 'Put the release notes where the release job picks them up.',
    view: 'Copies one text file to a folder beside the project.',
    done: '',
    refused: 'Then they stay here.',
    failed: 'They could not be written, so they stay here.',
  },
  page: {
    before: 'The page goes to `../site`. A **rule** of this project allows that.',
    why: 'Put the page where the site is made from.',
    view: 'Copies one text file to a folder beside the project.',
    done: '',
    refused: 'Then the page stays as it is.',
    failed: 'The page could not be written.',
  },
  published: {
    before:
      'Is it published? That takes the **network**; `releases.example` is a name for examples and leads nowhere.',
    view: 'Asks a server for the versions that it has.',
    done: '',
    refused: 'Then I do not ask.',
    failed: 'No answer came.',
  },
  cleanUp: {
    before: 'Last, a clean-up that **deletes**.',
    why: 'Clear stale cache files.',
    view: 'Deletes temporary files from a cache.',
    done: 'The cache files are gone.',
    refused: 'Then they stay.',
    failed: 'The cache files are still there.',
  },
  /** The answer to whatever is said to it that does not begin it. */
  unread:
    'No model reads this: the demo is a script. For real work begin a new session in a folder of your own; where no model is set up yet, that page says how.',
} as const
