import base64, hashlib, hmac, json, os, time


def part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def palaver_token(user: dict, org: str, secret: str) -> str:
    """A token that lets this user of yours comment, for an hour. Call it on your server only."""
    now = int(time.time())
    head = part(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    claims = part(json.dumps({"org": org, "user": user, "iat": now, "exp": now + 3600}).encode())
    signature = hmac.new(secret.encode(), f"{head}.{claims}".encode(), hashlib.sha256).digest()
    return f"{head}.{claims}.{part(signature)}"


user = {"id": "42", "username": "Zoë", "email": "zoe@example.org"}
print(palaver_token(user, os.environ["COMMENTS_ORG"], os.environ["COMMENTS_SECRET"]))
