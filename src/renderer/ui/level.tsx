import type { RiskLevel } from '@shared/domain/assessment'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { Icon } from './icon'

/** The level as word, icon and colour. */
export function LevelBadge({ level }: { level: RiskLevel }): ReactNode {
  return (
    <span className="level" data-level={level}>
      <Icon name={`level-${level}`} />
      {strings.levels[level]}
    </span>
  )
}

/** The level's icon alone, named for those who do not see it. */
export function LevelIcon({ level }: { level: RiskLevel }): ReactNode {
  return (
    <span className="level-icon" data-level={level}>
      <Icon name={`level-${level}`} label={strings.levels[level]} />
    </span>
  )
}
