import { z } from 'zod'

/** A host that an agent of another maker reports to, at any port; `*.` and a name stands for every name below it. */
export const TelemetryHost = z
  .string()
  .regex(
    /^(\*\.)?[A-Za-z0-9][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9-]{1,63}){1,10}$/,
    'a host such as "telemetry.example.org", or "*.example.org" for all below it',
  )

/** Where agents report to their makers, and to services that count for them; none of these answers anything that an agent works with. */
export const usualTelemetryHosts: readonly string[] = [
  'play.googleapis.com',
  'statsig.anthropic.com',
  'ab.chatgpt.com',
  '*.rum.aliyuncs.com',
  'telemetry.individual.githubcopilot.com',
  'telemetry.business.githubcopilot.com',
  'telemetry.enterprise.githubcopilot.com',
  '*.statsig.com',
  'statsigapi.net',
  '*.sentry.io',
  '*.posthog.com',
  '*.segment.io',
  '*.segment.com',
  '*.amplitude.com',
  '*.mixpanel.com',
  'http-intake.logs.datadoghq.com',
  'browser-intake-datadoghq.com',
]
