import type { AgentEvent } from '@shared/domain/agent-event'

/** What the wire tells of plans and reviews, by event. */
export const planAndReviewRows = {
  'plan.updated': {
    event: { type: 'plan.updated', callId: 'c1', plan: [{ step: 'one', status: 'pending' }] },
    told: [{ type: 'plan_update', explanation: null, plan: [{ step: 'one', status: 'pending' }] }],
  },
  'review.entered': {
    event: {
      type: 'review.entered',
      turnId: 't1',
      target: { kind: 'uncommitted' },
      hint: 'uncommitted changes',
      prompt: 'Review it.',
    },
    told: [{ type: 'entered_review_mode', prompt: 'Review it.', user_facing_hint: 'uncommitted changes' }],
  },
  'review.exited': {
    event: {
      type: 'review.exited',
      turnId: 't1',
      output: {
        findings: [
          {
            id: 'f1',
            title: 'Close it',
            body: 'It leaks.',
            priority: 1,
            confidence: 0.9,
            place: { path: '/work/a.ts', lines: { start: 3, end: 4 } },
          },
          { id: 'f2', title: 'Name it', body: '', priority: 3 },
        ],
        correctness: 'patch is incorrect',
        explanation: 'A leak.',
        leftOut: 0,
      },
      files: [{ path: '/work/a.ts', unifiedDiff: 'diff --git a/a.ts b/a.ts' }],
    },
    told: [
      {
        type: 'exited_review_mode',
        review_output: {
          findings: [
            {
              title: 'Close it',
              body: 'It leaks.',
              confidence_score: 0.9,
              priority: 1,
              code_location: {
                absolute_file_path: '/work/a.ts',
                line_range: { start: 3, end: 4 },
              },
            },
            {
              title: 'Name it',
              body: '',
              confidence_score: 0,
              priority: 3,
              code_location: { absolute_file_path: '', line_range: { start: 0, end: 0 } },
            },
          ],
          overall_correctness: 'patch is incorrect',
          overall_explanation: 'A leak.',
          overall_confidence_score: 0,
        },
      },
    ],
  },
} satisfies {
  [T in 'plan.updated' | 'review.entered' | 'review.exited']: {
    event: Extract<AgentEvent, { type: T }>
    told: unknown
  }
}
