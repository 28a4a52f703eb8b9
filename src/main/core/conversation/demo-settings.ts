import type { SessionDefaults } from '../settings/settings-store'
import { demoProvider } from './session-change'

/** The demo asks on failure and may not write to the system's temporary folders, since its own project lies there. */
export const demoSettings: SessionDefaults = {
  provider: demoProvider,
  model: 'demo',
  approvalPolicy: 'on-failure',
  sandboxPolicy: {
    mode: 'workspace-write',
    writable_roots: [],
    network_access: false,
    exclude_tmpdir_env_var: true,
    exclude_slash_tmp: true,
  },
}
