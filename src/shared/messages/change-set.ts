/** What the session that puts a change set in place says last: where its command ended well, where it did not, and to anything else that a person says. */
export const changeSetSays = {
  done: 'It is in place.',
  failed: 'It is not in place as a whole; undo takes back what is.',
  unread: 'Nobody reads this: the session only puts a change set in place.',
} as const
