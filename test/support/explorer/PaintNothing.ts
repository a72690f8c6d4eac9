/**
 * A script that does what browsers do on a very busy machine: frames and timers come later than whatever a person does.
 */
export const paintNothing = "requestAnimationFrame = setTimeout = () => 0"
