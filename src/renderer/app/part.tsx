import { Component } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { Button } from '../ui/button'

/** A part of the window that is loaded when it is shown. One that cannot be loaded, after an update for example, says so and offers to load the page anew. */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="part-failed" role="alert">
        <p>{strings.part.failed}</p>
        <Button
          onClick={() => {
            location.reload()
          }}
        >
          {strings.part.reload}
        </Button>
      </div>
    )
  }
}
