import type { ConfigFile, NotificationKind } from '@shared/domain/settings'

/** What the desktop announces while its window is not looked at (`[tui] notifications`), as the configuration has it at each look. */
export interface Announced {
  readonly approvals: boolean
  readonly turns: boolean
}

/** Everything, as long as nobody says otherwise. */
export function announcedBy(config: () => ConfigFile): Announced {
  const says = (kind: NotificationKind): boolean => {
    const reported = config().tui?.notifications ?? true
    return Array.isArray(reported) ? reported.includes(kind) : reported
  }
  return {
    get approvals() {
      return says('approval-requested')
    },
    get turns() {
      return says('agent-turn-complete')
    },
  }
}
