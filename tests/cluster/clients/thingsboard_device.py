"""ThingsBoard's Python SDK as a device. One journey; prints lines of JSON, each named for what it shows.

thingsboard_device.py PORT TOKEN
thingsboard_device.py PORT provision NAME KEY SECRET
"""

import json
import sys
import threading
from time import time

import tb_device_mqtt
from tb_device_mqtt import TBDeviceMqttClient


def tell(**what):
    print(json.dumps(what), flush=True)


def wait_for(event, what):
    if not event.wait(60):
        raise SystemExit(f"waited a minute for {what}")


def provision(port, name, key, secret):
    credentials = TBDeviceMqttClient.provision("127.0.0.1", key, secret, port=port, device_name=name)
    tell(provisioned=credentials["credentialsValue"])


def journey(port, token):
    client = TBDeviceMqttClient("127.0.0.1", port=port, username=token)
    connected = threading.Event()
    client.connect(callback=lambda c, userdata, flags, code, *more: (tell(connected=code.value), connected.set()))
    wait_for(connected, "the connection")
    tell(protocol=client._client._protocol, paho=tb_device_mqtt.paho.__file__)

    reply = lambda request_id, request: (tell(rpc=request), client.send_rpc_reply(request_id, {"valveState": True}))
    client.set_server_side_rpc_request_handler(reply)
    client.subscribe_to_all_attributes(lambda content, error: tell(shared=content))
    limits = threading.Event()
    client.request_service_configuration(lambda number, answer, error: (tell(limits=answer), limits.set()))
    wait_for(limits, "the limits of the session")

    tell(telemetry=client.send_telemetry({"soilMoisture20": 31}).get())
    now = int(time() * 1000)
    packs = [{"ts": now - 2000, "values": {"soilMoisture20": 30}}, {"ts": now - 1000, "values": {"soilMoisture20": 29}}]
    tell(series=client.send_telemetry(packs).get())
    tell(attributes=client.send_attributes({"firmware": "2"}).get())
    answered = threading.Event()
    client.request_attributes(
        client_keys=["firmware"], callback=lambda answer, error: (tell(asked=answer), answered.set())
    )
    wait_for(answered, "the attributes")
    tell(claim=client.claim("a1b2c3d4e5f6", 60000).get())
    tell(ready=True)
    # Commands and shared attributes come until the test closes the input.
    sys.stdin.read()
    client.disconnect()
    client.stop()


if sys.argv[2] == "provision":
    provision(int(sys.argv[1]), *sys.argv[3:6])
else:
    journey(int(sys.argv[1]), sys.argv[2])
