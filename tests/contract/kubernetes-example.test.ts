import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { exampleFile } from '../fakes/fleet-world'

interface Part {
  readonly kind: string
  readonly [more: string]: unknown
}

const parts = parseAllDocuments(readFileSync(exampleFile, 'utf8')).map((each) => each.toJS() as Part)
const part = (kind: string): Part | undefined => parts.find((each) => each.kind === kind)

test('the template of examples/kubernetes is gVisor with user namespaces, without a token, rights or a way in, and bounded', () => {
  expect(part('RuntimeClass')).toMatchObject({ metadata: { name: 'gvisor' }, overhead: { podFixed: {} } })
  expect(part('SandboxTemplate')?.spec).toMatchObject({
    networkPolicyManagement: 'Managed',
    networkPolicy: { ingress: [] },
    envVarsInjectionPolicy: 'Disallowed',
    podTemplate: {
      spec: {
        ...{ runtimeClassName: 'gvisor', hostUsers: false, automountServiceAccountToken: false },
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            resources: { limits: { cpu: '2', memory: '3Gi', 'ephemeral-storage': '8Gi' } },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          },
        ],
      },
    },
  })
})
