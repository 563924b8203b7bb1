<?php

function part(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

/** Lets this user of yours comment, for an hour. For your server only. */
function palaver_token(array $user, string $org, string $secret): string
{
    $now = time();
    $times = ['iat' => $now, 'exp' => $now + 3600];
    $head = part(json_encode(['alg' => 'HS256', 'typ' => 'JWT']));
    $claims = part(json_encode(['org' => $org, 'user' => $user] + $times));
    $hash = hash_hmac('sha256', "$head.$claims", $secret, true);
    return "$head.$claims." . part($hash);
}

$user = ['id' => '42', 'username' => 'Zoë', 'email' => 'zoe@example.org'];
$org = getenv('COMMENTS_ORG');
echo palaver_token($user, $org, getenv('COMMENTS_SECRET')), "\n";
