import { formatCount } from "../../../report/text/PlainText.ts"
import type { WaiverEntry } from "../../data/Bodies.ts"

/** The approved exceptions of a release. */
export const WaiverList = ({ waivers }: { readonly waivers: ReadonlyArray<WaiverEntry> }) =>
  waivers.length === 0 ? null : (
    <div class="used-waivers">
      <p>{formatCount(waivers.length, "waiver")} used:</p>
      <ul>
        {waivers.map(({ approved_by, reason, rule, subject }) => (
          <li key={`${rule} ${subject}`} dir="auto">
            <code>{subject}</code> is exempt from <code>{rule}</code>. Approved by <bdi>{approved_by}</bdi>. Reason:{" "}
            <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
