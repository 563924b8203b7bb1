<?php

function part(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

/** A token that lets this user of yours comment, for an hour. Call it on your server only. */
function palaver_token(array $user, string $org, string $secret): string
{
    $now = time();
    $head = part(json_encode(['alg' => 'HS256', 'typ' => 'JWT']));
    $claims = part(json_encode(['org' => $org, 'user' => $user, 'iat' => $now, 'exp' => $now + 3600]));
    return "$head.$claims." . part(hash_hmac('sha256', "$head.$claims", $secret, true));
}

$user = ['id' => '42', 'username' => 'Zoë', 'email' => 'zoe@example.org'];
echo palaver_token($user, getenv('COMMENTS_ORG'), getenv('COMMENTS_SECRET')), "\n";
