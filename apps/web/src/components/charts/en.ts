export const en = {
  'agronomy.forecast.measured': 'Measured',
  'agronomy.forecast.expected': 'Forecast',
  'agronomy.forecast.band': '80 % band',
  'panel.reading': 'Reading',
  'panel.range': 'Time range',
  'panel.range.day': '24 hours',
  'panel.range.week': '7 days',
  'panel.range.month': '30 days',
  'panel.noHistory': 'No readings in this time',
  'panel.chart': 'Chart of {name}',
  'panel.chart.band': 'Least to greatest',
  'panel.chart.outside': 'Out of range, left out of the line: {n} · {values}',
};
