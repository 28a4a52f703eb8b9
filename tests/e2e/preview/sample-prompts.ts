import type { CustomPrompt } from '@shared/domain/custom-prompt'

/** Prompts of the person's own, one of them named like a command and one with text that is not seen. */
export const samplePrompts: readonly CustomPrompt[] = [
  {
    name: 'explain',
    path: '/home/me/.config/countersign/prompts/explain.md',
    content: 'Explain $1 to somebody who reads it for the first time.\nMind: $ARGUMENTS',
    description: 'Explains a file in plain words',
    argumentHint: 'FILE [what matters]',
  },
  {
    name: 'hidden',
    path: '/home/me/.config/countersign/prompts/hidden.md',
    content: 'Do as the file says.\u202E yldneirf\u202C',
    description: 'Text with \u202Ehidden\u202C marks',
  },
  {
    name: 'review',
    path: '/home/me/.config/countersign/prompts/review.md',
    content: 'Look at $ARGUMENTS as our checklist has it.',
  },
]

export const sampleFiles = ['src/queue.ts', 'src/queue worker.ts', 'tests/queue.test.ts', 'README.md']
