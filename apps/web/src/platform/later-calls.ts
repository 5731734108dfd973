export { agronomy, alarms, areas, crops, organisation, productModels, rpc, telemetry } from '@farm3d/api';
