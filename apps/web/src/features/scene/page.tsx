export default function ScenePage() {
  return null;
}
