import type { DoctorCheck } from '@shared/domain/doctor'

/** What a doctor finds on the preview's machine. */
export const sampleChecks: readonly DoctorCheck[] = [
  { id: 'a', title: 'Commands run in a sandbox', status: 'ok', detail: 'bubblewrap 0.11.0' },
  {
    id: 'b',
    title: 'Denied paths are partly guessed',
    status: 'warn',
    detail: 'strace gives the exact path instead of a guess.',
    remedy: 'sudo apt install strace',
  },
  { id: 'c', title: 'No model', status: 'missing', detail: 'config.toml names none.' },
]
