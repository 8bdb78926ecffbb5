interface AddressInFullProps {
  address: string
  /** Its name in the address book. */
  label: string | undefined
  networkLabel: string
}

/** People compare the ends of an address, so these stand out; the middle is there to be checked. */
const END_LENGTH = 6

/** Where the money goes, on which network. */
export function AddressInFull({ address, label, networkLabel }: AddressInFullProps) {
  const [start, middle, end] = [
    address.slice(0, END_LENGTH),
    address.slice(END_LENGTH, -END_LENGTH),
    address.slice(-END_LENGTH),
  ]
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface-2 p-4 text-center">
      <p>
        <span className="block text-fg-3 text-xs">Network</span>
        <span className="font-semibold text-2xl text-fg">{networkLabel}</span>
      </p>
      <p className="flex flex-col gap-1">
        <span className="text-fg-3 text-xs">{label ? `To “${label}”` : 'To this address'}</span>
        <code className="text-balance break-all font-mono text-fg-2 text-sm md:text-base">
          <span className="font-semibold text-fg">{start}</span>
          {middle}
          <span className="font-semibold text-fg">{end}</span>
        </code>
      </p>
    </div>
  )
}
