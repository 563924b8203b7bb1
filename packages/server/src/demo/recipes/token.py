import base64, hashlib, hmac, json, os, time


def part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def palaver_token(user: dict, org: str, secret: str) -> str:
    """Lets this user of yours comment, for an hour. For your server only."""
    now = int(time.time())
    claims = {"org": org, "user": user, "iat": now, "exp": now + 3600}
    head = {"alg": "HS256", "typ": "JWT"}
    signed = ".".join(part(json.dumps(one).encode()) for one in (head, claims))
    hash = hmac.new(secret.encode(), signed.encode(), hashlib.sha256)
    return f"{signed}.{part(hash.digest())}"


user = {"id": "42", "username": "Zoë", "email": "zoe@example.org"}
org, secret = os.environ["COMMENTS_ORG"], os.environ["COMMENTS_SECRET"]
print(palaver_token(user, org, secret))
