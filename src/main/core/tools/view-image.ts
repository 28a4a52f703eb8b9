import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReadLimits, ImageFiles } from '../ports/read-files'
import { resolveAll } from '../shell/paths'
import { type Tool, callRejected, noNul, readArguments } from './tool'

const ViewImageArguments = z.object({ path: noNul.min(1, 'is empty').max(4096) })

const rootsOf = (cwd: string, policy: SandboxPolicy): readonly string[] => [
  cwd,
  ...(policy.mode === 'workspace-write' ? policy.writable_roots : []),
]

/**
 * The `view_image` function tool (docs/spec/tools.md): a picture of this machine is put before the model. The engine reads it, so
 * that the limits of commands are asked here; nothing is run and nothing is changed.
 */
export function viewImageTool(images: ImageFiles, limits: ReadLimits): Tool {
  return {
    spec: {
      name: 'view_image',
      description:
        'Shows you a picture (PNG, JPEG, GIF or WebP, at most 15 MB) of this machine. For looking at screenshots, charts and what you drew.',
      parameters: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The file; a relative path is taken from the session folder.',
          },
        },
        required: ['path'],
        additionalProperties: false,
      },
    },
    async run({ callId, arguments: text }, turn) {
      const parsed = readArguments(text, ViewImageArguments)
      const reject = (problem: string) => callRejected({ callId, name: 'view_image' }, problem, turn)
      if ('problem' in parsed) return reject(`${parsed.problem}; expected {"path": string}`)
      const [path = parsed.path] = resolveAll(parsed.path, [turn.cwd])
      try {
        const image = await images.read(path, limits.judge(rootsOf(turn.cwd, turn.sandboxPolicy)))
        turn.emit({ type: 'image.viewed', callId, path, label: image.label })
        return { text: `The picture ${path}: ${image.label}`, images: [image.url], ends: false }
      } catch (error) {
        if (error instanceof FaultError) return reject(error.message.replace(/\.$/, ''))
        throw error
      }
    },
  }
}
