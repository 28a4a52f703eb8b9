import { Assessment } from '@shared/domain/assessment'
import type { ApprovalRequest } from '@shared/domain/approval'
import { connection } from './sample-assessments'
import { request } from './sample-sessions'

export const network: ApprovalRequest = {
  ...request({
    id: 'a5',
    sessionId: 's10',
    sessionTitle: 'Fetch release notes',
    cwd: '/home/me/src/relay',
    command: ['bash', '-lc', 'curl -fsSL https://reg\u0456stry.example.org/notes | tee notes.md'],
    effect: { act: { kind: 'said', text: 'Connects to xn--regstry-tog.example.org:443.' } },
    stop: {
      boundary: 'network',
      why: {
        kind: 'said',
        text: 'Network: the running command asks for xn--regstry-tog.example.org:443 (a tunnel, as HTTPS uses), which nobody has granted. It waits for your answer.',
        policyLine: 'approval_policy = on-request; Workspace write, no network',
      },
      evidence: [
        {
          kind: 'network',
          target: 'xn--regstry-tog.example.org:443',
          operation: 'connect',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
    },
    assessment: connection,
    justification: '',
    grant: '',
    age: 45,
  }),
  stage: 'network',
  offers: [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [{ kind: 'host', host: 'xn--regstry-tog.example.org', port: 443 }],
      scopes: ['once', 'turn', 'session', 'rule'],
      rule: 'xn--regstry-tog.example.org:443',
      means: { kind: 'connect' },
    },
  ],
}

const lintDiff = `@@ -11,4 +11,7 @@
   "rules": {
     "eqeqeq": "error",
-    "@typescript-eslint/no-floating-promises": "error",
+    "@typescript-eslint/no-floating-promises": "off",
+    "import/order": ["error", {
+      "newlines-between": "always"
+    }],
     "no-console": "warn"\u202e
@@ -40,5 +43,5 @@
   "overrides": [
     { "files": ["*.test.ts"],
-      "rules": { "max-lines": "off" } }
+      "rules": { "max-lines": "off", "no-console": "off" } }
   ],
   "root": true
`

export const patch: ApprovalRequest = {
  ...request({
    id: 'a6',
    sessionId: 's11',
    sessionTitle: 'Tidy the lint config',
    cwd: '/home/me/src/storefront',
    command: ['apply_patch'],
    effect: {
      act: {
        kind: 'said',
        text: 'Writes 3 files, deletes 1 of them, 2 of them outside the writable folders.',
      },
    },
    stop: {
      boundary: 'sandbox',
      why: {
        kind: 'said',
        text: 'Patch check: /home/me/src/lint-config is under no writable root.',
        policyLine: 'workspace-write, writable_roots',
      },
      evidence: [],
    },
    assessment: Assessment.parse({
      level: 'medium',
      categories: ['compliance'],
      reason: 'Sets an import order for every project. It also turns off a rule.',
    }),
    justification: 'The shared config has to allow the new import order, otherwise lint fails here.',
    grant: '/home/me/src/lint-config/base.json',
    age: 90,
  }),
  stage: 'first',
  kind: 'patch',
  changes: {
    '/home/me/src/lint-config/base.json': { type: 'update', unified_diff: lintDiff },
    '/home/me/src/lint-config/old\u202e.json': { type: 'delete', content: '{}\n' },
    '/home/me/src/storefront/.eslintrc': {
      type: 'update',
      unified_diff: '',
      move_path: '/home/me/src/storefront/eslint.config.js',
    },
  },
  offers: [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [{ kind: 'write', path: '/home/me/src/lint-config', extent: 'tree' }],
      scopes: ['once', 'turn', 'session'],
      means: { kind: 'apply' },
    },
    {
      id: 'outside',
      kind: 'outside',
      grants: [{ kind: 'unsandboxed' }],
      scopes: ['once', 'turn', 'session'],
      means: { kind: 'run' },
    },
  ],
}
