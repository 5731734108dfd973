export const en = {
  'commandResult.queued': 'Waits for the device',
  'commandResult.sent': 'Sent',
  'commandResult.delivered': 'Delivered',
  'commandResult.successful': 'Done',
  'commandResult.timeout': 'No answer',
  'commandResult.expired': 'Expired',
  'commandResult.failed': 'Failed',
  'commandResult.offline': 'Device offline',
  'commandResult.because': 'Failed: {reason}',
};
