/** Shown while data is read. */
export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
)
