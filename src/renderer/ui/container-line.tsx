import { hostOf } from '@shared/domain/host-state'
import { containerInWords } from '@shared/messages/policies'
import type { ReactNode } from 'react'
import { useAppState } from '../state/context'
import { Icon } from './icon'

/** Whether the commands of a session, or of a request's session, are held by nothing but their host's container; the host itself says so. */
export function useInContainerAlone(id: string): boolean {
  const host = hostOf(id)
  return useAppState(
    ({ engine }) =>
      host !== undefined && engine?.hosts?.find(({ name }) => name === host)?.boundary === 'container',
  )
}

/** Says on a panel that there is no sandbox behind it; nothing where there is one. */
export function ContainerLine({ id }: { id: string }): ReactNode {
  if (!useInContainerAlone(id)) return undefined
  return (
    <p className="gl-doubt" data-part="container">
      <Icon name="shield-x" className="sm" />
      <span>{containerInWords().only}</span>
    </p>
  )
}
