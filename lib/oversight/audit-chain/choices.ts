/** What can be wrong with a chain. */
export const FAULTS = {
  altered_entry: "The entry was changed after it was added to the chain.",
  deleted_entry: "The entry was deleted before its time.",
  altered_link: "The link does not follow from the one before: it was changed, moved or inserted.",
  missing_link: "The link is missing.",
  misdated_entry: "The entry has a time at which its place in the chain was already signed, or not yet.",
  false_erasure: "The entry has a value in a field that is marked as erased.",
  unrecorded_erasure: "A field is marked as erased, and no later entry records that erasure.",
  forged_head: "The signature of the head is wrong, or the key is not one of the organization.",
  different_head: "The signed head has another hash than the chain.",
  missing_head: "A signed head from which the chain continues is missing.",
  unsigned_head: "The head could not be signed. The log of the service says why.",
  removed_start: "The beginning of the chain was removed before its time.",
  cut_end: "The end of the chain was cut off.",
  inserted_entry: "An entry of the audit log was never added to the chain.",
} as const;
export type Fault = keyof typeof FAULTS;
