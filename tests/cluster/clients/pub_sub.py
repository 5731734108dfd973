"""An Eclipse Paho client, 1.6 or 2.1, by lines of JSON: {"publish": [topic, payload, qos]}, {"subscribe": [topic, qos]}.
It prints {"version"}, {"connected"}, {"published"}, {"subscribed"} and {"message": [topic, payload]}.

pub_sub.py PORT USERNAME PROTOCOL (3, 4 or 5)
"""

import json
import sys

import paho.mqtt.client as paho
from paho.mqtt import __version__

PORT, USERNAME, PROTOCOL = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])


def tell(**what):
    print(json.dumps(what), flush=True)


def code_of(code):
    return getattr(code, "value", code)


options = {"protocol": PROTOCOL, "client_id": ""}
if PROTOCOL == 3:
    options["client_id"] = "paho-of-debian"
if hasattr(paho, "CallbackAPIVersion"):
    client = paho.Client(paho.CallbackAPIVersion.VERSION1, **options)
else:
    client = paho.Client(**options)
client.username_pw_set(USERNAME)
client.on_connect = lambda c, userdata, flags, code, *more: tell(connected=code_of(code))
client.on_message = lambda c, userdata, message: tell(message=[message.topic, message.payload.decode()])
client.on_subscribe = lambda c, userdata, mid, granted, *more: tell(subscribed=[code_of(one) for one in granted])
client.on_publish = lambda c, userdata, mid: tell(published=mid)
tell(version=__version__)
client.connect("127.0.0.1", PORT)
client.loop_start()
for line in sys.stdin:
    command = json.loads(line)
    if "publish" in command:
        topic, payload, qos = command["publish"]
        client.publish(topic, payload, qos)
    else:
        topic, qos = command["subscribe"]
        client.subscribe(topic, qos)
client.disconnect()
client.loop_stop()
