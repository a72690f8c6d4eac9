// The bundler puts the style sheets together.
declare module "*.css"
