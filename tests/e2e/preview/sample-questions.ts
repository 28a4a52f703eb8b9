import type { Question } from '@shared/domain/question'
import { ago } from './sample-sessions'

const named = { required: false, secret: false }

/** What a server asks for while a tool of its runs: a form with a field of each kind. */
export const sampleQuestions: Question[] = [
  {
    id: 'q1',
    sessionId: 's5',
    sessionTitle: 'Add CSV export',
    turnId: 't1',
    callId: 'c1',
    server: 'tickets',
    tool: 'create_ticket',
    message: 'Which project does the ticket belong to, and how soon is it needed?',
    matter: {
      mode: 'form',
      fields: [
        { ...named, kind: 'text', key: 'title', title: 'Title', required: true, initial: 'CSV export' },
        {
          ...named,
          kind: 'one',
          key: 'project',
          title: 'Project',
          options: [
            { value: 'rep', title: 'Reports' },
            { value: 'web', title: 'Storefront' },
          ],
        },
        { ...named, kind: 'number', key: 'days', title: 'Days', whole: true, minimum: 1, maximum: 90 },
        { ...named, kind: 'switch', key: 'urgent', title: 'Urgent' },
      ],
    },
    createdAt: ago(70),
    state: 'pending',
  },
]
