import type { settingsContract } from '@shared/ipc/settings-contract'
import { sampleCounts, sampleKept, sampleProviders, sampleSettings } from './sample-settings'
import { sampleImport, samplePast } from './sample-past'
import { sceneHash } from './scene-hash'
import { snapshot } from './sample-snapshot'

type Channel = Exclude<keyof typeof settingsContract, 'model.list' | 'model.save-key' | 'model.add-provider'>

const sampleConnect = {
  path: '/home/ada/.claude/settings.json',
  change: `--- /home/ada/.claude/settings.json
+++ /home/ada/.claude/settings.json
@@ -1,3 +1,12 @@
 {
-  "model": "opus"
+  "model": "opus",
+  "hooks": {
+    "PermissionRequest": [
+      { "hooks": [{ "type": "http", "url": "http://127.0.0.1:42913/claude", "headers": { "authorization": "Bearer …" } }] }
+    ]
+  }
 }
`,
  made: false,
}

/** What the stub answers about settings, rules, the machine and what is kept. */
export function answerSettings(channel: Channel | 'grant.narrow', payload: unknown): unknown {
  switch (channel) {
    case 'settings.read':
      return sampleSettings
    case 'settings.write':
      return { kind: 'written', view: sampleSettings }
    case 'grant.narrow':
      return { narrowed: true }
    case 'model.remove-key':
      return {}
    case 'model.providers':
      return { providers: sampleProviders }
    case 'model.test':
      return (payload as { provider: string }).provider === 'ollama'
        ? { kind: 'answers', models: 3, durationMs: 41 }
        : { kind: 'fails', fault: { code: 'connection-failed', message: 'Nothing listens at this address' } }
    case 'decisions.count':
      return sampleCounts
    case 'history.replay':
      return samplePast
    case 'rules.import':
      return sampleImport
    case 'desk.look':
      return { agents: sceneHash === '#makers' ? [{ agent: 'claude-code', connected: false }] : [] }
    case 'desk.connect':
      return sampleConnect
    case 'kept.read':
      return sampleKept
    case 'kept.show':
      return { kind: 'shown' }
    case 'doctor.run':
      return {
        sandbox: snapshot.sandbox,
        checks: [
          { id: 'a', title: 'Commands run in a sandbox', status: 'ok', detail: 'bubblewrap 0.11.0' },
          {
            id: 'b',
            title: 'Denied paths are partly guessed',
            status: 'warn',
            detail: 'strace gives the exact path instead of a guess.',
            remedy: 'sudo apt install strace',
          },
          { id: 'c', title: 'No model', status: 'missing', detail: 'config.toml names none.' },
        ],
      }
  }
}
