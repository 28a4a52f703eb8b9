/** What git runs of a folder of hooks (githooks(5)). */
export const hookNames: readonly string[] =
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-auto-gc post-rewrite post-index-change reference-transaction fsmonitor-watchman sendemail-validate'.split(
    ' ',
  )
