"""ThingsBoard's Python SDK as a gateway of one device. Prints lines of JSON, each named for what it shows.

thingsboard_gateway_client.py PORT TOKEN NAME
"""

import json
import sys
import threading

from tb_gateway_mqtt import TBGatewayMqttClient


def tell(**what):
    print(json.dumps(what), flush=True)


def wait_for(event, what):
    if not event.wait(60):
        raise SystemExit(f"waited a minute for {what}")


PORT, TOKEN, NAME = int(sys.argv[1]), sys.argv[2], sys.argv[3]
gateway = TBGatewayMqttClient("127.0.0.1", PORT, TOKEN)


def on_rpc(client, content):
    tell(rpc=content)
    client.gw_send_rpc_reply(content["device"], content["data"]["id"], {"valveState": True})


connected = threading.Event()
gateway.connect(callback=lambda c, userdata, flags, code, *more: (tell(connected=code.value), connected.set()))
wait_for(connected, "the connection")
gateway.gw_set_server_side_rpc_request_handler(on_rpc)
tell(child=gateway.gw_connect_device(NAME, "DCF-4").get())
gateway.gw_subscribe_to_all_device_attributes(NAME, lambda content: tell(shared=content))
tell(telemetry=gateway.gw_send_telemetry(NAME, [{"valveState": True}]).get())
tell(attributes=gateway.gw_send_attributes(NAME, {"firmware": "2"}).get())
answered = threading.Event()
gateway.gw_request_client_attributes(
    NAME, ["firmware"], lambda answer, error: (tell(asked=answer), answered.set())
)
wait_for(answered, "the attributes")
tell(claim=gateway.gw_claim(NAME, "f6e5d4c3b2a1", 60000).get())
tell(ready=True)
sys.stdin.read()
tell(gone=gateway.gw_disconnect_device(NAME).get())
gateway.disconnect()
gateway.stop()
