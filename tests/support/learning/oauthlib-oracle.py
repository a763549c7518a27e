"""Answers signature base strings and signatures of oauthlib: a request in JSON on each line in, an answer on each line out."""

import json
import sys

from oauthlib.oauth1.rfc5849 import signature


class Client:
    """What oauthlib signs with."""

    def __init__(self, secret):
        self.client_secret = secret
        self.resource_owner_secret = ""


def answer(request):
    headers = {"Authorization": request["authorization"]} if request["authorization"] else {}
    parameters = signature.collect_parameters(request["query"], request["body"], headers)
    base = signature.signature_base_string(
        request["method"],
        signature.base_string_uri(request["origin"] + request["path"]),
        signature.normalize_parameters(parameters),
    )
    return {"base": base, "signature": signature.sign_hmac_sha1_with_client(base, Client(request["secret"]))}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
