import { z } from 'zod'
import { longestAnswer } from '../domain/host-ask'
import {
  hostWays,
  type HostEdited,
  type HostEngine,
  type HostListing,
  type HostTested,
} from '../domain/host-listing'
import { LentProvider, mostLent } from '../domain/lent-key'
import { ofEngine } from './effect-rule-contract'

const Named = z.strictObject({ name: z.string().min(1).max(48) })

/**
 * What a window asks about the hosts of this machine's configuration. Only the engine whose window it is answers: no host is asked this, and whoever
 * is attached to an engine from elsewhere is refused.
 */
export const hostContract = {
  'host.list': {
    request: z.strictObject({}),
    response: ofEngine<{ readonly hosts: readonly HostListing[] }>(),
  },
  /** `target` is a destination of ssh's or the name of a container; any other command is for the file itself. */
  'host.add': {
    request: Named.extend({ via: z.enum(hostWays), target: z.string().min(1).max(200) }),
    response: ofEngine<HostEdited>(),
  },
  'host.remove': { request: Named, response: ofEngine<HostEdited>() },
  /** Has a host be lent the keys of these providers, and of no others, while it is connected. */
  'host.lend': {
    request: Named.extend({ providers: z.array(LentProvider).max(mostLent) }),
    response: ofEngine<HostEdited>(),
  },
  /** Whether what a window began on a host ends there with it. */
  'host.on-close': { request: Named.extend({ ends: z.boolean() }), response: ofEngine<HostEdited>() },
  /** Changes what of a fleet's entry a window may change; the file says what is wrong with a value. */
  'host.set-fleet': {
    request: Named.extend({
      context: z.string().max(500),
      namespace: z.string().max(500),
      template: z.string().max(500),
      ready_seconds: z.number(),
      idle_minutes: z.number(),
    }),
    response: ofEngine<HostEdited>(),
  },
  /** What `countersign hosts test NAME` finds. */
  'host.test': { request: Named, response: ofEngine<HostTested>() },
  /** What the engine of one that is connected says of its settings, models, servers and rules; nothing there is changed by a window. */
  'host.look': {
    request: z.strictObject({ name: z.string().min(1).max(60) }),
    response: ofEngine<HostEngine>(),
  },
  /** Tries one again that was given up; nothing where it is not given up. Looks for the sandboxes of a fleet. */
  'host.retry': {
    request: z.strictObject({ name: z.string().min(1).max(60) }),
    response: z.strictObject({}),
  },
  /** Answers what a host's command asks, or cancels it: a text goes to that command and nowhere else. Whether it was asked still. */
  'host.answer': {
    request: z.strictObject({
      ask: z.string().min(1).max(100),
      answer: z
        .string()
        .max(longestAnswer)
        .regex(/^[^\n\r\0]*$/)
        .optional(),
    }),
    response: z.strictObject({ counted: z.boolean() }),
  },
} as const
